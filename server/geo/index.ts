export { type Geo, lackingOf, openGeo } from './geo.ts'
export { openPostalCodes, type PostalCodes } from './postal-codes.ts'
export { geoApi, geoRoutes } from './routes.ts'
