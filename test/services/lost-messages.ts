import type { ServerFilter } from './faulty-proxy.ts'

/** A filter that loses every announcement on its way from the server, and counts them. */
export interface LostMessages {
  readonly filter: ServerFilter
  /** How many were lost so far. */
  count(): number
}

const NOTIFICATION = 'A'.charCodeAt(0)
/** A type and a length, which counts itself but not the type. */
const FRAME_HEADER_BYTES = 5

/** Loses what PostgreSQL sends for NOTIFY, and nothing else. */
export function lostNotifications(): LostMessages {
  let lost = 0
  const filter = () => {
    let rest = Buffer.alloc(0)
    return (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk])
      const kept: Buffer[] = []
      for (let frame = firstFrame(rest); frame; frame = firstFrame(rest)) {
        rest = rest.subarray(frame.length)
        if (frame[0] === NOTIFICATION) lost++
        else kept.push(frame)
      }
      return Buffer.concat(kept)
    }
  }
  return { filter, count: () => lost }
}

function firstFrame(bytes: Buffer): Buffer | undefined {
  if (bytes.length < FRAME_HEADER_BYTES) return undefined
  const length = bytes.readInt32BE(1) + 1
  return bytes.length < length ? undefined : bytes.subarray(0, length)
}

/** Loses what Redis sends for PUBLISH. On a connection that listens, little else is sent. */
export function lostPublications(): LostMessages {
  let lost = 0
  const filter = () => (chunk: Buffer) => {
    if (!chunk.includes('$7\r\nmessage\r\n')) return chunk
    lost++
    return Buffer.alloc(0)
  }
  return { filter, count: () => lost }
}
