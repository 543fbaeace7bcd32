import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { HostRequest } from './node-request.ts'

/** The number of waiting requests at which a connection is no longer read. */
const MAX_WAITING_UNREAD = 16
/**
 * The maximum of waiting requests across all connections. Each takes about 4 KiB, though the client sends as few as 18
 * bytes.
 */
const MAX_WAITING = 10_000

/** Calls `serve` after the earlier requests of the connection have their responses. */
export type ServeInTurn = (incoming: HostRequest, outgoing: ServerResponse, serve: () => unknown) => void

/**
 * Serves the requests of a connection one at a time (HTTP-89). Node's parser emits all pipelined requests of a read
 * together, and all responses would be built in one event-loop tick.
 */
export function oneAtATime(): ServeInTurn {
  // Bound: OUT-8 pipelined-requests
  const waiting = new Map<Socket, number>()
  // Bound: dies with the connection
  const watched = new WeakSet<Socket>()
  let waitingInAll = 0
  const count = (socket: Socket, by: number): number => {
    const next = (waiting.get(socket) ?? 0) + by
    waitingInAll += by
    if (next > 0) waiting.set(socket, next)
    else waiting.delete(socket)
    return next
  }
  const forgetOnClose = (socket: Socket) => {
    if (watched.has(socket)) return
    watched.add(socket)
    socket.once('close', () => void count(socket, -(waiting.get(socket) ?? 0)))
  }

  return (incoming, outgoing, serve) => {
    // Node assigns the socket to a response when the earlier responses are finished.
    if (outgoing.socket !== null || outgoing.destroyed) return void serve()
    const { socket } = incoming
    if (socket.destroyed) return
    if (waitingInAll >= MAX_WAITING) return void socket.destroy()
    forgetOnClose(socket)
    if (count(socket, 1) === MAX_WAITING_UNREAD) pauseReading(socket)
    outgoing.once('socket', () => {
      setImmediate(() => {
        // The connection was closed while the request waited.
        if (!waiting.has(socket)) return
        if (count(socket, -1) >= MAX_WAITING_UNREAD) pauseReading(socket)
        else socket.resume()
        serve()
      })
    })
  }
}

/**
 * Pauses in a microtask, after the pending `process.nextTick` callbacks: Node resumes the socket in one of them at the
 * end of each parsed message.
 */
function pauseReading(socket: Socket): void {
  queueMicrotask(() => void socket.pause())
}
