export { type ApiFragment, exampleReceipt, json, openapiRoutes, problems, schemaRoutes } from './api/openapi.ts'
export { clientErrorRoutes, handleErrors, keyHeader, refuseAddress, refuseConnection } from './errors.ts'
export { contentSecurityPolicy, pagePolicy, type ReadyAnswer, readyAnswers, securityHeaders } from './headers.ts'
export {
  bearerToken,
  boundStorage,
  closeInTime,
  isSameOrigin,
  limitArrival,
  limitedAddress,
  localOrigin,
  originOf,
  pathOf,
  type RateLimit,
  type RateLimits,
  rateLimits,
  readForm,
  shedLoad,
  takeOnlyText,
  urlencoded,
  visitorAddress,
} from './limits.ts'
export { loggerOptions, metricRoutes } from './observability.ts'
export { type ErrorRenderer, mostErrors, type ProblemParts, pointerPart, problem, type RawRequest } from './problem.ts'
export { type ProblemCode, problemEntries, retryAfter } from './problem-table.ts'
