import type { JsonObject } from '@flagdeck/core'
import type { BodyMemory } from './body/body-memory.ts'
import { BodyReading } from './body/body-reading.ts'
import { requestData } from './body/request-data.ts'
import type { Endpoint } from './endpoint.ts'
import type { PlainRequest, RawBody, RequestHeaders } from './plain-request.ts'
import { type ResponseBudgets, ResponseReservation, responseBudgets } from './response-memory.ts'

/** The limit of endpoints that declare no other. */
export const DEFAULT_MAX_BODY_BYTES = 2 * 1024 * 1024

/** A request whose endpoint was found. Query and body are parsed on first use. */
export class EndpointRequest {
  readonly endpoint: Endpoint
  readonly requestId: string
  /** The path's parameters, percent-decoded but not yet validated. */
  readonly pathParams: Readonly<Record<string, string>>
  /** The limits of reading the body. */
  readonly bodyReading: BodyReading
  readonly #plain: PlainRequest
  #searchParams: URLSearchParams | undefined
  #body: Promise<RawBody> | undefined
  #data: Promise<JsonObject> | undefined
  readonly #responses: ResponseBudgets | undefined
  #reservation: ResponseReservation | undefined

  constructor(
    plain: PlainRequest,
    endpoint: Endpoint,
    pathParams: Readonly<Record<string, string>>,
    requestId: string,
    bodies?: BodyMemory,
    responses?: ResponseBudgets,
  ) {
    this.bodyReading = new BodyReading(endpoint.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES, bodies)
    this.#plain = plain
    this.endpoint = endpoint
    this.pathParams = pathParams
    this.requestId = requestId
    this.#responses = responses
  }

  /** The method as sent: HEAD stays HEAD, although the endpoint's method is GET. */
  get method(): string {
    return this.#plain.method
  }

  /** Path and query as received. */
  get url(): string {
    return this.#plain.url
  }

  get headers(): RequestHeaders {
    return this.#plain.headers
  }

  get remoteAddress(): string | undefined {
    return this.#plain.remoteAddress
  }

  /** Aborts when the client disconnects, if the host program reports that. */
  get signal(): AbortSignal | undefined {
    return this.#plain.signal
  }

  /** The part of the response memory that this response holds. Created on first use: few responses are large. */
  get reservation(): ResponseReservation {
    this.#reservation ??= new ResponseReservation(this.#responses ?? responseBudgets(), this.signal)
    return this.#reservation
  }

  /** Releases the memory of the response, if it holds any. */
  releaseResponse(): void {
    this.#reservation?.release()
  }

  get searchParams(): URLSearchParams {
    this.#searchParams ??= new URLSearchParams(queryText(this.url))
    return this.#searchParams
  }

  /** The decoded body. @throws RequestError when it is larger than the endpoint allows */
  readBody(): Promise<RawBody> {
    this.#body ??= this.#plain.readBody(this.bodyReading)
    return this.#body
  }

  /** The object in a JSON or form body, not yet validated. @throws RequestError when there is none */
  readData(): Promise<JsonObject> {
    this.#data ??= this.readBody().then((body) =>
      requestData(body, this.headers['content-type'], this.endpoint, this.bodyReading),
    )
    return this.#data
  }
}

function queryText(url: string): string {
  const mark = url.indexOf('?')
  return mark < 0 ? '' : url.slice(mark + 1)
}
