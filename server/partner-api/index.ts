export { createKey, demoKeyFile, isRevokedAt, listKeys, revokeKey } from './keys.ts'
export { leadsApi, partnerRoutes } from './routes.ts'
