export { demoKeyFile } from './first-key.ts'
export { createKey, listKeys, revokeKey } from './keys.ts'
export { leadsApi } from './leads-api.ts'
export { partnerRoutes } from './routes.ts'
