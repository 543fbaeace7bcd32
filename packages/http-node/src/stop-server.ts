import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { NodeFace } from './node-listener.ts'

/** How often to check for idle connections. */
const IDLE_CHECK_INTERVAL_MS = 20

export function openConnections(server: Server): ReadonlySet<Socket> {
  // Bound: OUT-8 connections
  const connections = new Set<Socket>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  return connections
}

/**
 * Stops a server: it accepts no new connections, ends its streams and finishes started requests. Returns false when
 * requests remained after `timeoutMs` and were cut off.
 */
export function stopServer(
  server: Server,
  face: NodeFace,
  connections: ReadonlySet<Socket>,
  timeoutMs: number,
): Promise<boolean> {
  return new Promise((resolve) => {
    let drained = true
    const timer = setTimeout(() => {
      drained = false
      server.closeAllConnections()
    }, timeoutMs)
    // Node considers a connection idle once its response was written, and would cut off a response that is still being
    // sent.
    const closeIdle = () => {
      if (![...connections].some(({ writableLength }) => writableLength > 0)) server.closeIdleConnections()
    }
    const idleCheck = setInterval(closeIdle, IDLE_CHECK_INTERVAL_MS)
    face.stop()
    // The method of HTTP servers closes idle connections immediately, but not those that become idle later.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(timer)
      clearInterval(idleCheck)
      // Ends the check for slow requests. No connection is open any more.
      server.close()
      resolve(drained)
    })
    closeIdle()
  })
}
