import type { CallInput, endpoints, OutputOf } from '@flagdeck/http'
import { ApiProblem, type ProblemBody, unreachable } from './api-problem.ts'
import { noteAnswer } from './connection.ts'
import { ENDPOINT_PATHS } from './endpoint-paths.ts'
import { noteVersion } from './version.ts'

type Endpoints = typeof endpoints
export type EndpointName = keyof typeof ENDPOINT_PATHS
export type Input<Name extends EndpointName> = CallInput<Endpoints[Name]>
export type Output<Name extends EndpointName> = OutputOf<Endpoints[Name]>

/** The parts of any call's input. */
interface AnyInput {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** The console lives one folder below the API, wherever that is mounted. */
export const apiRoot = new URL('..', document.baseURI)

/**
 * Calls the API as whoever is signed in.
 * @throws ApiProblem when it refuses, or cannot be reached
 */
export async function call<Name extends EndpointName>(
  name: Name,
  ...[input]: object extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>]
): Promise<Output<Name>> {
  return request(name, (input ?? {}) as AnyInput) // what the types above demand of each endpoint
}

/**
 * The same, given up after some time.
 * @throws ApiProblem when it refuses, cannot be reached, or takes longer
 */
export async function callWithin<Name extends EndpointName>(
  timeoutMs: number,
  name: Name,
  input: Input<Name>,
): Promise<Output<Name>> {
  return request(name, input as AnyInput, AbortSignal.timeout(timeoutMs)) // as above
}

/**
 * The same, until the signal aborts it.
 * @throws ApiProblem when it refuses, cannot be reached, or is aborted
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
  if (response.ok) return (await answerOf(response)) as Output<Name> // the server answers what it declares
  throw await problemIn(response)
}

/**
 * The answer as it was sent, to be kept as a file: parsing it would cut the digits of long numbers.
 * @throws ApiProblem when it refuses, or cannot be reached
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

/** Text is sent as CSV: the API takes no other text. */
function contentOf(body: unknown): RequestInit {
  if (body === undefined) return {}
  if (typeof body === 'string') return { body, headers: { 'content-type': 'text/csv' } }
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

async function answerOf(response: Response): Promise<unknown> {
  // The connection, or the time for a response, can end while its body is read.
  const text = await response.text().catch(() => {
    throw unreachable()
  })
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Where an endpoint is. A query value that is missing is left out; a list is said once for each. */
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
