export { type Geo, lackingOf, openGeo } from './geo.ts'
export { geoApi, geoRoutes } from './routes.ts'
