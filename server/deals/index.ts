export { dealRoutes, dealsApi, drawingRoutes } from './deal-routes.ts'
export { type Deals, dealMetrics, fetchFeed, openDeals, readFeed } from './deals.ts'
