import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { NodeFace } from './node-listener.ts'

/**
 * Stops a server: it accepts nothing new, ends its streams and finishes what was begun.
 * Answers false when something was left after `timeoutMs` and had to be cut off.
 */
export function stopServer(server: Server, face: NodeFace, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    let drained = true
    const timer = setTimeout(() => {
      drained = false
      server.closeAllConnections()
    }, timeoutMs)
    server.prependListener('request', closeAfterResponse)
    server.close(() => {
      clearTimeout(timer)
      resolve(drained)
    })
    face.endStreams()
    server.closeIdleConnections()
  })

  // Without this a client that keeps its connection busy would keep the server from ever stopping.
  function closeAfterResponse(_incoming: IncomingMessage, outgoing: ServerResponse): void {
    outgoing.shouldKeepAlive = false
  }
}
