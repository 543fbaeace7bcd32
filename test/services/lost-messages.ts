import type { MakeTap } from './faulty-proxy.ts'
import { postgresFrames } from './postgres-frames.ts'

/** A tap that drops every notification from the server, and counts them. */
export interface LostMessages {
  readonly makeTap: MakeTap
  /** Returns the number of dropped notifications. */
  count(): number
}

const NOTIFICATION = 'A'.charCodeAt(0)

/** Drops the messages that PostgreSQL sends for NOTIFY, and nothing else. */
export function lostNotifications(): LostMessages {
  let lost = 0
  const makeTap = () => {
    const framesOf = postgresFrames()
    return {
      answered(chunk: Buffer) {
        const frames = framesOf(chunk)
        const kept = frames.filter(([type]) => type !== NOTIFICATION)
        lost += frames.length - kept.length
        return Buffer.concat(kept)
      },
    }
  }
  return { makeTap, count: () => lost }
}

/** Drops the messages that Redis sends for PUBLISH. A subscribed connection receives little else. */
export function lostPublications(): LostMessages {
  let lost = 0
  const answered = (chunk: Buffer) => {
    if (!chunk.includes('$7\r\nmessage\r\n')) return chunk
    lost++
    return Buffer.alloc(0)
  }
  return { makeTap: () => ({ answered }), count: () => lost }
}
