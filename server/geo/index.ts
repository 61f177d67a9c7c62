export { lackingOf } from './ask-upstream.ts'
export { type Geo, openGeo } from './geo.ts'
export { geoApi } from './geo-api.ts'
export { geoRoutes } from './routes.ts'
