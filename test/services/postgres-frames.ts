/** A type and a length, which includes itself but not the type. */
const FRAME_HEADER_BYTES = 5

/**
 * Splits the bytes of a connection to PostgreSQL into messages, each starting with its type. Incomplete messages wait
 * for the next chunk. The first message of a client has no type and must not be passed.
 *
 * @see PostgreSQL's documentation, chapter 54.7, for the types
 */
export function postgresFrames(): (chunk: Buffer) => readonly Buffer[] {
  let rest = Buffer.alloc(0)
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    const frames: Buffer[] = []
    for (let frame = firstFrame(rest); frame; frame = firstFrame(rest)) {
      rest = rest.subarray(frame.length)
      frames.push(frame)
    }
    return frames
  }
}

function firstFrame(bytes: Buffer): Buffer | undefined {
  if (bytes.length < FRAME_HEADER_BYTES) return undefined
  const length = bytes.readInt32BE(1) + 1
  return bytes.length < length ? undefined : bytes.subarray(0, length)
}
