import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy that shows a server below a prefix, and takes it off before it hands requests on. */
export interface PrefixProxy {
  /** Of the server, through the proxy. */
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
    // Who goes away from a stream that never ends, ends it.
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
