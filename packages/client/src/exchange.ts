import { noAnswer, refusal, unexpected } from './api-error.ts'

/** A request that can be sent as often as one likes. */
export interface Exchange {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly url: string
  readonly init: RequestInit
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

/** What came back, read to its end. */
export interface RawAnswer {
  readonly data: unknown
  readonly status: number
  readonly headers: Headers
}

/** The most that a timer takes. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1

/**
 * Sends a request once. A redirect is not followed: the key, or the body, would go where nobody has sent it.
 * @throws ApiError for anything but a success; the signal's reason when the caller has given up
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

/** Undefined for nothing, a list for lines of JSON. */
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
