export { type ApiFragment, exampleReceipt, json, openapiRoutes, problems, schemaRoutes } from './api/openapi.ts'
export {
  type Asked,
  clientErrorRoutes,
  type ErrorRenderer,
  handleErrors,
  keyHeader,
  refuseAddress,
  refuseConnection,
} from './errors.ts'
export { contentSecurityPolicy, pagePolicy, securityHeaders } from './headers.ts'
export { loggerOptions, metricRoutes } from './observability.ts'
export { boundStorage, closeInTime, shedLoad } from './pressure.ts'
export { mostErrors, type ProblemParts, pointerPart, problem } from './problem.ts'
export { type ProblemCode, problemEntries, retryAfter } from './problem-table.ts'
export { type RateLimit, type RateLimits, rateLimits } from './rate-limits.ts'
export { readForm, takeOnlyText, urlencoded } from './text.ts'
export { bearerToken, isSameOrigin, localOrigin, originOf, pathOf, visitorAddress } from './visitor-address.ts'
