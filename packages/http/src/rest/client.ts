import type * as z from 'zod'
import { ApiError } from './api-error.ts'
import type { Endpoint, EndpointDeclaration, OutputOf } from './endpoint.ts'
import { fillPath, type PathParam } from './routing/path-template.ts'
import type { DeepReadonly } from './routing/route.ts'

export interface ClientOptions {
  /** The URL of the API, such as `https://flags.example.com`; may have a path. */
  readonly baseUrl: string
  readonly apiKey: string
  /** The global `fetch` when missing. */
  readonly fetch?: (request: Request) => Promise<Response>
}

type ParamsInput<Path extends string> = [PathParam<Path>] extends [never]
  ? object
  : { readonly params: { readonly [Name in PathParam<Path>]: string | number } }

type QueryInput<Declaration> = Declaration extends { readonly query: infer Schema extends z.ZodType }
  ? { readonly query?: DeepReadonly<z.input<Schema>> }
  : object

type BodyInput<Declaration> = Declaration extends { readonly body: 'raw' }
  ? { readonly body: string | Uint8Array }
  : Declaration extends { readonly body: infer Schema extends z.ZodType }
    ? { readonly body: DeepReadonly<z.input<Schema>> }
    : object

type IdempotencyInput<Declaration> = Declaration extends { readonly idempotencyKey: true }
  ? {
      /** 1 to 255 visible ASCII characters, such as a UUID. A call can safely be repeated with the same key. */
      readonly idempotencyKey?: string
    }
  : object

/** The input of a call: the parts that its endpoint declares. */
export type CallInput<Declaration extends EndpointDeclaration> = ParamsInput<Declaration['path']> &
  QueryInput<Declaration> &
  BodyInput<Declaration> &
  IdempotencyInput<Declaration>

type Call<Declaration extends EndpointDeclaration> =
  object extends CallInput<Declaration>
    ? (input?: CallInput<Declaration>) => Promise<OutputOf<Declaration>>
    : (input: CallInput<Declaration>) => Promise<OutputOf<Declaration>>

/** One method for each endpoint, named as in the table. */
export type Client<Endpoints extends Readonly<Record<string, Endpoint>>> = {
  readonly [Name in keyof Endpoints]: Call<Endpoints[Name]>
}

/**
 * Returns a typed client for a table of endpoints. Calls throw {@link ApiError} when the API refuses them.
 * @example
 * const { listFlags, createFlag } = endpoints
 * const client = createClient({ baseUrl, apiKey }, { listFlags, createFlag })
 * const idempotencyKey = crypto.randomUUID() // the same key when the call is repeated because no response arrived
 * await client.createFlag({ params: { project_id: '@current' }, body: { key: 'beta' }, idempotencyKey })
 */
export function createClient<const Endpoints extends Readonly<Record<string, Endpoint>>>(
  options: ClientOptions,
  endpoints: Endpoints,
): Client<Endpoints> {
  const calls = Object.entries(endpoints).map(([name, endpoint]) => [
    name,
    (input?: AnyCallInput) => call(options, endpoint, input ?? {}),
  ])
  // The types derive from the same declarations: each call takes and returns what its endpoint declares.
  return Object.fromEntries(calls) as Client<Endpoints>
}

interface AnyCallInput {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly idempotencyKey?: string
}

async function call(options: ClientOptions, endpoint: Endpoint, input: AnyCallInput): Promise<unknown> {
  const send = options.fetch ?? fetch
  const response = await send(requestFor(options, endpoint, input))
  const body = await bodyOf(response)
  if (response.ok) return body
  throw new ApiError(response, body)
}

function requestFor(
  { baseUrl, apiKey }: ClientOptions,
  endpoint: Endpoint,
  { params, query, body, idempotencyKey }: AnyCallInput,
): Request {
  const path = fillPath(endpoint.path, (name) => encodeURIComponent(String(params?.[name] ?? '')))
  const url = `${baseUrl.replace(/\/+$/, '')}${path}${queryText(query)}`
  const headers: Record<string, string> = { authorization: `Bearer ${apiKey}` }
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
  if (body === undefined) return new Request(url, { method: endpoint.method, headers })
  if (endpoint.body !== 'raw') headers['content-type'] = 'application/json'
  return new Request(url, {
    method: endpoint.method,
    headers,
    body: endpoint.body === 'raw' ? rawBody(body) : JSON.stringify(body),
  })
}

// The type of a call with a raw body allows only these. For bytes in shared memory, fetch throws an error.
function rawBody(body: unknown): BodyInit {
  return body as string | Uint8Array<ArrayBuffer>
}

function queryText(query: Readonly<Record<string, unknown>> = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) if (each !== undefined) parameters.append(name, String(each))
  }
  return parameters.size === 0 ? '' : `?${parameters}`
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
