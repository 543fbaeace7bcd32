import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { KeptExchange } from './exchange-log.ts'
import { startValidatingProxy, type ValidatingProxy } from './validating-proxy.ts'

/** A violation that Prism reports. Its location starts with `request` or `response`. */
interface Finding {
  readonly location: readonly string[]
  readonly message: string
}

/** A header that selects the response of the server behind the proxy. */
const PLACE = 'exchange-place'

const AT_ONCE = 8

/**
 * Sends each exchange through a validating proxy, behind which a server sends the recorded response. Returns all
 * violations in responses, and those in requests that the service had accepted.
 */
export async function violationsOf(exchanges: readonly KeptExchange[]): Promise<readonly string[]> {
  const server = createServer((request, response) => answerAgain(exchanges, request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy = await startValidatingProxy(urlOf(server), { refuses: false })
  try {
    const waiting = exchanges.entries()
    const found: string[] = []
    const sender = async () => {
      for (const [place, exchange] of waiting) found.push(...(await violationsIn(proxy, exchange, place)))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, sender))
    return found
  } finally {
    await proxy.close()
    server.closeAllConnections()
    server.close()
  }
}

function urlOf(server: Server): string {
  const { port } = server.address() as AddressInfo // the server listens on a port
  return `http://127.0.0.1:${port}`
}

function answerAgain(exchanges: readonly KeptExchange[], request: IncomingMessage, response: ServerResponse): void {
  const kept = exchanges[Number(request.headers[PLACE])]
  if (!kept) throw new Error('the proxy asked for what nobody had sent')
  const { 'content-length': _, ...headers } = kept.response.headers
  response.writeHead(kept.response.status, headers).end(kept.response.text ?? undefined)
}

async function violationsIn(proxy: ValidatingProxy, exchange: KeptExchange, place: number): Promise<readonly string[]> {
  const { method, url, request, body, response, test } = exchange
  const answer = await fetch(`${proxy.url}${url}`, {
    method,
    headers: { ...typeOf(exchange), ...request.headers, [PLACE]: String(place) },
    redirect: 'manual',
    ...(body !== undefined && { body }),
  })
  await answer.arrayBuffer()
  if (answer.status !== response.status) throw new Error(`the proxy answers ${method} ${url} itself: ${answer.status}`)
  return readFindings(answer.headers.get('sl-violations') ?? '[]')
    .filter(({ location }) => response.status < 400 || location[0] === 'response')
    .map(({ location, message }) => `${location.join('.')}: ${message} (${method} ${url} ${response.status}, ${test})`)
}

function typeOf({ request }: KeptExchange): Record<string, string> {
  return request.json === undefined ? {} : { 'content-type': 'application/json' }
}

/** If there are too many violations for a header, Prism prefixes a notice and truncates them. */
function readFindings(said: string): readonly Finding[] {
  if (!said.startsWith('[')) return [{ location: ['response'], message: said }]
  return JSON.parse(said) as readonly Finding[] // the format of Prism
}
