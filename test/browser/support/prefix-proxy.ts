import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy that serves a server below a prefix, which it removes before it forwards requests. */
export interface PrefixProxy {
  /** The address of the server through the proxy. */
  readonly url: string
  close(): void
}

export async function startPrefixProxy(prefix: string, target: string): Promise<PrefixProxy> {
  const server = createServer((incoming, outgoing) => {
    const url = new URL((incoming.url ?? '/').slice(prefix.length) || '/', target)
    const onward = request(url, { method: incoming.method, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    // When the client closes a stream, the proxy closes its request, too.
    outgoing.on('close', () => onward.destroy())
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo // of a TCP server
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
