export { feedRoutes } from './feed-routes.ts'
export { searchRoutes } from './search-routes.ts'
export { shareRoutes } from './share-routes.ts'
