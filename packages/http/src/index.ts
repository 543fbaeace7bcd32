export { ApiError } from './api-error.ts'
export { type Application, type ApplicationOptions, createApplication, type ResponseEvent } from './application.ts'
export type { AroundRequest, RoutedRequest } from './around-request.ts'
export { AUTH_KINDS, type AuthKind } from './auth-kind.ts'
export type { BodyMemoryOptions } from './body/body-memory.ts'
export { BodyReading } from './body/body-reading.ts'
export { CollectedBytes } from './body/collected-bytes.ts'
export { type CompressionFormat, type Decoder, decodeWithin, formatOf } from './body/decode-within.ts'
export { Overloaded } from './body/overloaded.ts'
export { type CallInput, type Client, type ClientOptions, createClient } from './client.ts'
export {
  type Endpoint,
  type EndpointDeclaration,
  endpoint,
  type OutputOf,
  type ParamsOf,
  type QueryOf,
} from './endpoint.ts'
export { DEFAULT_MAX_BODY_BYTES, EndpointRequest } from './endpoint-request.ts'
export * as endpoints from './endpoints/index.ts'
export { type FetchHandler, fetchHandler } from './fetch.ts'
export { type FlagdeckApplicationOptions, flagdeckApplication, flagdeckRoutes } from './flagdeck-application.ts'
export type { HttpMethod } from './http-method.ts'
export { decodeUtf8, parseJson } from './json-body.ts'
export type { LinkOptions } from './link.ts'
export { type OpenApiInfo, openApiDocument } from './openapi.ts'
export { integerId, projectId, uuidId } from './path-id.ts'
export {
  type ParsedBody,
  type PlainRequest,
  type PlainRequestOptions,
  plainRequest,
  type RawBody,
  type RequestHeaders,
} from './plain-request.ts'
export type { PlainResponse, ResponseBody, ResponseHeaders, StreamBody, StreamSink } from './plain-response.ts'
export {
  internalErrorResponse,
  type Problem,
  type ProblemBody,
  type ProblemKind,
  requestErrorResponse,
} from './problem.ts'
export { type RateLimit, type RateLimiter, rateLimiter } from './rate-limiter.ts'
export { type Reply, type ReplyOptions, reply, replyRaw } from './reply.ts'
export type {
  CallerContext,
  DefinitionsContext,
  OfrepContext,
  RequestContext,
  SdkContext,
  StreamContext,
} from './request-context.ts'
export {
  bodyReadBefore,
  bodyTooLarge,
  bodyTooSlow,
  invalidRequest,
  parseError,
  RequestError,
  type RequestErrorKind,
  unsupportedMediaType,
} from './request-error.ts'
export {
  type BodyOf,
  type ContextFor,
  type DeepReadonly,
  type Handler,
  type HandlerInput,
  handle,
  handleWith,
  type Route,
} from './route.ts'
export type { Authenticate, ErrorEvent, OnError } from './run-route.ts'
export type { CountedRequests, RequestCounter } from './shared-rate-limiter.ts'
export { Throttled } from './throttled.ts'
export { varyBy } from './vary-by.ts'
