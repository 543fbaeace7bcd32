import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** The content of a request. */
export interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface FaultServer {
  readonly origin: string
  readonly seen: readonly Seen[]
}

/** Responds to a request. `index` requests came before it. */
export type Fault = (response: ServerResponse, index: number, seen: Seen) => unknown

/** Starts a server that responds as the test specifies. It stops when the test ends. */
export async function faultServer(answer: Fault): Promise<FaultServer> {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { method = '', url = '', headers } = request
    const entry = { method, url, headers, body }
    seen.push(entry)
    answer(response, seen.length - 1, entry)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const { port } = server.address() as AddressInfo // the server listens on a port
  return { origin: `http://127.0.0.1:${port}`, seen }
}

export function json(response: ServerResponse, status: number, body: unknown, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
