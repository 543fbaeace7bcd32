export {
  type OpenIdAttempt,
  OpenIdFailure,
  type OpenIdFailureReason,
  type OpenIdProvider,
  type OpenIdSignIn,
} from './api/access/openid-provider.ts'
export type { RateLimit, RateLimiter } from './api/access/rate-limiter.ts'
export type { DefinitionsContext, RequestContext, StreamContext } from './api/access/request-context.ts'
export type { CountedRequests, RequestCounter } from './api/access/shared-rate-limiter.ts'
export * as endpoints from './api/endpoints/index.ts'
export { type FlagdeckApplicationOptions, flagdeckApplication } from './api/flagdeck-application.ts'
export { activityBody } from './api/wire/activity.ts'
export type { ConsoleFile, ConsoleFiles } from './api/wire/console-file.ts'
export type { HealthCheck, HealthInspection } from './api/wire/health.ts'
export type { OpenIdWord } from './api/wire/openid.ts'
export type { SdkScripts } from './api/wire/sdk-scripts.ts'
export { ApiError } from './rest/api-error.ts'
export { type Application, type ApplicationOptions, createApplication, type ResponseEvent } from './rest/application.ts'
export type { AroundRequest, RoutedRequest } from './rest/around-request.ts'
export { BodyReading } from './rest/body/body-reading.ts'
export { bytesOf } from './rest/body/bytes-of.ts'
export { CollectedBytes } from './rest/body/collected-bytes.ts'
export { type CompressionFormat, type Decoder, decodeWithin, formatOf } from './rest/body/decode-within.ts'
export { type CallInput, type Client, type ClientOptions, createClient } from './rest/client.ts'
export { type Endpoint, type EndpointDeclaration, endpoint, type OutputOf } from './rest/endpoint.ts'
export type { EndpointRequest } from './rest/endpoint-request.ts'
export { type FetchHandler, fetchHandler } from './rest/fetch-handler.ts'
export { Overloaded } from './rest/overloaded.ts'
export {
  type PlainRequest,
  type PlainRequestOptions,
  plainRequest,
  type RawBody,
  type RequestHeaders,
} from './rest/plain-request.ts'
export {
  isParted,
  type PartedBody,
  type PlainResponse,
  type ResponseBody,
  type ResponseHeaders,
  type StreamBody,
  type StreamSink,
} from './rest/plain-response.ts'
export { internalErrorResponse, type Problem, requestErrorResponse } from './rest/problem.ts'
export { type Reply, type ReplyOptions, reply, replyRaw } from './rest/reply.ts'
export {
  bodyEndedEarly,
  bodyFailed,
  bodyReadBefore,
  bodyTooLarge,
  bodyTooSlow,
  RequestError,
  type RequestErrorKind,
  undecodable,
  unsupportedEncoding,
} from './rest/request-error.ts'
export type { ResponseMemory } from './rest/response-memory.ts'
export { type Handler, type HandlerInput, handle, handleWith, type Route } from './rest/routing/route.ts'
export type { Authenticate, ErrorEvent, OnError } from './rest/routing/run-route.ts'
export { STALLED_AFTER_MS, sentPieces } from './rest/sent-pieces.ts'
export type { StaticFile } from './rest/static-file.ts'
export { varyBy } from './rest/vary-by.ts'
