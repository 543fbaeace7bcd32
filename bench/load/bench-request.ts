import { AUTHORIZATION } from '../samples/credentials.ts'

/** The placeholder of a number that is new in every request. */
export const NUMBER = '{number}'

/** A request to both sites. */
export interface BenchRequest {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** JSON; may contain {@link NUMBER}. */
  readonly body?: string
}

/** Returns the request in its wire format, split at the placeholders of the number. */
export function requestParts({ method, path, headers, body = '' }: BenchRequest): readonly string[] {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...Object.entries(headersOf(headers, body)).map(([name, value]) => `${name}: ${value}`),
  ]
  if (body !== '') lines.push(`content-length: ${numbered(body, 0).length}`)
  return `${lines.join('\r\n')}\r\n\r\n${body}`.split(NUMBER)
}

/** Sends the request once, with 0 as the number, for callers that need the response. */
export async function sendOnce(port: number, request: BenchRequest): Promise<Response> {
  const { method, path, headers, body = '' } = request
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: headersOf(headers, body),
    ...(body === '' ? {} : { body: numbered(body, 0) }),
  })
}

function headersOf(headers: BenchRequest['headers'], body: string): Readonly<Record<string, string>> {
  return { authorization: AUTHORIZATION, ...(body === '' ? {} : { 'content-type': 'application/json' }), ...headers }
}

function numbered(text: string, number: number): string {
  return text.replaceAll(NUMBER, String(number).padStart(8, '0'))
}
