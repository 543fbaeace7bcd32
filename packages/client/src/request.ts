import { filledPath, searchOf } from './address.ts'
import type { EndpointName } from './endpoint-input.ts'
import { ENDPOINT_TABLE } from './endpoint-table.ts'

/** The parts of the input of any call. */
export interface AnyInput {
  readonly params?: { readonly project_id?: unknown } & Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly idempotencyKey?: string
  readonly ifVersion?: number
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly retries?: number
}

/** A call as an HTTP request. */
export interface ApiRequest {
  /** Without a query. */
  readonly url: string
  readonly search: URLSearchParams
  readonly init: RequestInit
  /** Whether sending the request twice has the same effect as sending it once. */
  readonly repeatable: boolean
}

/** The API's URL, the key, and the project of calls that do not name one. */
export interface Caller {
  readonly root: string
  readonly apiKey: string
  readonly projectId: string | number
}

/** Returns the request of a call. A repeatable write gets an idempotency key, which all attempts share. */
export function requestFor({ root, apiKey, projectId }: Caller, name: EndpointName, input: AnyInput): ApiRequest {
  if (!Object.hasOwn(ENDPOINT_TABLE, name)) throw new TypeError(`There is no endpoint ${name}.`)
  const [method, path, takesKey] = ENDPOINT_TABLE[name]
  const headers = new Headers({ authorization: `Bearer ${apiKey}` })
  if (takesKey) headers.set('idempotency-key', input.idempotencyKey ?? newKey())
  if (input.ifVersion !== undefined) headers.set('if-match', `"${input.ifVersion}"`)
  const isRaw = typeof input.body === 'string' || input.body instanceof Uint8Array
  if (input.body !== undefined && !isRaw) headers.set('content-type', 'application/json')
  return {
    url: root + filledPath(path, { ...input.params, project_id: input.params?.project_id ?? projectId }),
    search: searchOf(input.query),
    init: { method, headers, body: isRaw ? (input.body as BodyInit) : (JSON.stringify(input.body) ?? null) }, // one of the two
    repeatable: takesKey ?? method === 'GET',
  }
}

/** Pages loaded over plain http have no `randomUUID`. */
function newKey(): string {
  return crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(4)).join('-')
}
