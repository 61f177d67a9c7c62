export { feedRoutes, searchRoutes, shareRoutes } from './discovery-routes.ts'
