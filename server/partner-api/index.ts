export { createKey, demoKeyFile, listKeys, revokeKey } from './keys.ts'
export { leadsApi, partnerRoutes } from './routes.ts'
