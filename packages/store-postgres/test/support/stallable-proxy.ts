import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy that can stop passing anything on without closing, as a broken network does. */
export interface StallableProxy {
  /** The URL that goes through the proxy. */
  readonly url: string
  stall(): void
  /** From now on new connections, and those that stalled, work again. */
  resume(): void
  dispose(): Promise<void>
}

export async function startStallableProxy(targetUrl: string): Promise<StallableProxy> {
  const target = new URL(targetUrl)
  const sockets = new Set<Socket>()
  let stalled = false
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      if (stalled) from.pause()
      from.on('data', (chunk) => to.write(chunk))
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
    if (stalled) for (const socket of [client, upstream]) socket.pause()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = new URL(targetUrl)
  url.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    url: url.href,
    stall() {
      stalled = true
      for (const socket of sockets) socket.pause()
    },
    resume() {
      stalled = false
      for (const socket of sockets) socket.resume()
    },
    async dispose() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
