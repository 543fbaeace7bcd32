import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'

const agent = new Agent({ keepAlive: true })

export interface PlainRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** The expected status of the response. */
  readonly status: number
}

export interface PlainAnswer {
  readonly headers: IncomingHttpHeaders
}

/** Sends a request and reads the response from the wire, compressed or not, without storing it. */
export function requestOnce(port: number, { method, path, headers, body, status }: PlainRequest): Promise<PlainAnswer> {
  return new Promise((resolve, reject) => {
    const take = (response: IncomingMessage) => {
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === status) resolve({ headers: response.headers })
        else reject(new Error(`${method} ${path} was answered with ${response.statusCode} instead of ${status}`))
      })
      response.resume()
    }
    request({ agent, host: '127.0.0.1', port, method, path, headers }, take).on('error', reject).end(body)
  })
}
