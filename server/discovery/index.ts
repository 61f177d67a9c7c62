export { feedRoutes, searchRoutes } from './search-routes.ts'
export { shareRoutes } from './share-images.ts'
