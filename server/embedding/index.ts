export { embedRoutes } from './embed-routes.ts'
export { embeddingHeaders } from './embedding-headers.ts'
