export { embeddingHeaders, embedRoutes } from './embed-routes.ts'
