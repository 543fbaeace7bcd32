import type { Server } from 'node:http'
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
    face.stop()
    server.close(() => {
      clearTimeout(timer)
      resolve(drained)
    })
  })
}
