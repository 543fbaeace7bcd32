import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { NodeFace } from './node-listener.ts'

/** How often to look for connections that have nothing to do any more. */
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
 * Stops a server: it accepts nothing new, ends its streams and finishes what was begun.
 * Answers false when something was left after `timeoutMs` and had to be cut off.
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
    // For Node, a connection is idle as soon as its answer was handed over: it would cut off what is still being sent.
    const closeIdle = () => {
      if (![...connections].some(({ writableLength }) => writableLength > 0)) server.closeIdleConnections()
    }
    const idleCheck = setInterval(closeIdle, IDLE_CHECK_INTERVAL_MS)
    face.stop()
    // Not that of an HTTP server, which closes idle connections at once, and none of those that fall idle later.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(timer)
      clearInterval(idleCheck)
      // Ends its check for requests that take too long; nothing is open any more.
      server.close()
      resolve(drained)
    })
    closeIdle()
  })
}
