import type { CallInput, endpoints, OutputOf } from '@flagdeck/http'
import { ApiProblem, type ProblemBody, unreachable } from './api-problem.ts'
import { noteAnswer } from './connection.ts'
import { ENDPOINT_PATHS } from './endpoint-paths.ts'
import { noteVersion } from './version.ts'

type Endpoints = typeof endpoints
export type EndpointName = keyof typeof ENDPOINT_PATHS
export type Input<Name extends EndpointName> = CallInput<Endpoints[Name]>
export type Output<Name extends EndpointName> = OutputOf<Endpoints[Name]>

/** The parts that the input of a call can have. */
interface AnyInput {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** The root of the API. The console is served one folder below it, wherever the API is mounted. */
export const apiRoot = new URL('..', document.baseURI)

/**
 * Calls the API as the signed-in user.
 * @throws ApiProblem if the API refuses the request or cannot be reached
 */
export async function call<Name extends EndpointName>(
  name: Name,
  ...[input]: object extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>]
): Promise<Output<Name>> {
  return request(name, (input ?? {}) as AnyInput) // the types above require it for each endpoint
}

/**
 * Calls the API with a time limit.
 * @throws ApiProblem if the API refuses the request, cannot be reached, or exceeds the limit
 */
export async function callWithin<Name extends EndpointName>(
  timeoutMs: number,
  name: Name,
  input: Input<Name>,
): Promise<Output<Name>> {
  return request(name, input as AnyInput, AbortSignal.timeout(timeoutMs)) // as above
}

/**
 * Calls the API until the signal aborts the request.
 * @throws ApiProblem if the API refuses the request or cannot be reached, or the request is aborted
 */
export async function callUntil<Name extends EndpointName>(
  signal: AbortSignal,
  name: Name,
  input: Input<Name>,
): Promise<Output<Name>> {
  return request(name, input as AnyInput, signal) // as above
}

async function request<Name extends EndpointName>(
  name: Name,
  { params = {}, query, body }: AnyInput,
  signal?: AbortSignal,
): Promise<Output<Name>> {
  const [method, path] = ENDPOINT_PATHS[name]
  const response = await send(method, addressOf(path, params, query), body, signal)
  const version = Number(response.headers.get('flagdeck-version') ?? 0)
  noteVersion({ projectId: Number(params['project_id']), version })
  if (response.ok) return (await answerOf(response)) as Output<Name> // the server responds as it declares
  throw await problemIn(response)
}

/**
 * Returns the response body unparsed, to be saved as a file. Parsing would round long numbers.
 * @throws ApiProblem if the API refuses the request or cannot be reached
 */
export async function callForFile(name: EndpointName, { params, query }: AnyInput): Promise<Blob> {
  const [method, path] = ENDPOINT_PATHS[name]
  const response = await send(method, addressOf(path, params ?? {}, query), undefined)
  if (!response.ok) throw await problemIn(response)
  try {
    return await response.blob()
  } catch {
    throw unreachable()
  }
}

async function problemIn(response: Response): Promise<ApiProblem> {
  return new ApiProblem(response.status, (await answerOf(response)) as ProblemBody, response.headers)
}

async function send(method: string, url: URL, body: unknown, signal: AbortSignal | null = null): Promise<Response> {
  try {
    const response = await fetch(url, { method, signal, ...contentOf(body) })
    noteAnswer()
    return response
  } catch {
    throw unreachable()
  }
}

/** Returns the body with its content type. Text is sent as CSV, because the API accepts no other text. */
function contentOf(body: unknown): RequestInit {
  if (body === undefined) return {}
  if (typeof body === 'string') return { body, headers: { 'content-type': 'text/csv' } }
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

async function answerOf(response: Response): Promise<unknown> {
  // The connection can fail, or the time limit can pass, while the body is read.
  const text = await response.text().catch(() => {
    throw unreachable()
  })
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the address of an endpoint. Missing query values are omitted; a list repeats the parameter. */
function addressOf(
  path: string,
  params: Readonly<Record<string, string | number>>,
  query: Readonly<Record<string, unknown>> = {},
): URL {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  const url = new URL(filled.slice(1), apiRoot)
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) if (each !== undefined) url.searchParams.append(name, String(each))
  }
  return url
}
