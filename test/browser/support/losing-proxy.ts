import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * Starts a proxy that forwards every request, but drops the response to the first request of a method. It stops after
 * the test.
 */
export async function startLosingProxy(target: string, method: string): Promise<{ url: string; asked(): number }> {
  let asked = 0
  const server = createServer((incoming, outgoing) => {
    const isCounted = incoming.method === method
    if (isCounted) asked += 1
    const isLost = isCounted && asked === 1
    const options = { method: incoming.method, headers: incoming.headers, agent: false }
    const onward = request(new URL(incoming.url ?? '/', target), options, (answer) => {
      if (isLost) return void outgoing.destroy()
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // of a TCP server
  return { url: `http://127.0.0.1:${port}`, asked: () => asked }
}
