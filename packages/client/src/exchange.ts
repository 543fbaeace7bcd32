import { noAnswer, refusal, unexpected } from './api-error.ts'

/** A request that can be sent any number of times. */
export interface Exchange {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly url: string
  readonly init: RequestInit
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

/** A response whose body was read completely. */
export interface RawAnswer {
  readonly data: unknown
  readonly status: number
  readonly headers: Headers
}

/** The longest timeout that timers support. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1

/**
 * Sends a request once. Redirects are not followed: they would send the key or the body to another address.
 * @throws ApiError for any response but a success; the signal's reason when the caller has aborted
 */
export async function exchange(request: Exchange): Promise<RawAnswer> {
  const [response, text] = await received(request)
  const { status, headers } = response
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    throw unexpected(response, 'redirected', 'The server answers with a redirect, which is not followed.')
  }
  const data = dataOf(text, headers)
  if (!response.ok) throw refusal(response, data)
  if (data === UNREADABLE) throw unexpected(response, 'unreadable', 'The server answered what is no JSON.')
  return { data, status, headers }
}

async function received({ fetch, url, init, timeoutMs, signal }: Exchange): Promise<readonly [Response, string]> {
  const timeout = AbortSignal.timeout(Math.min(timeoutMs, LONGEST_TIMEOUT_MS))
  const either = signal ? AbortSignal.any([signal, timeout]) : timeout
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: either })
    return [response, await response.text()]
  } catch (error) {
    signal?.throwIfAborted()
    throw noAnswer(error, timeout.aborted)
  }
}

const UNREADABLE = Symbol()

/** The data of a body: undefined when it is empty, a list for lines of JSON. */
function dataOf(text: string, headers: Headers): unknown {
  const areLines = headers.get('content-type')?.startsWith('application/x-ndjson')
  try {
    if (areLines)
      return text
        .split('\n')
        .filter(Boolean)
        .map((line): unknown => JSON.parse(line))
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return UNREADABLE
  }
}
