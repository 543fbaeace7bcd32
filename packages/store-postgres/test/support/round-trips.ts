import type { MakeTap } from '../../../../test/services/faulty-proxy.ts'
import { postgresFrames } from '../../../../test/services/postgres-frames.ts'

/** How often a database is asked. */
export interface RoundTrips {
  /** Looks at every connection. */
  readonly makeTap: MakeTap
  /**
   * The longest chain of statements of which each was sent after the answer to the one before, over all connections. What is
   * sent together counts once, also when it is answered in pieces.
   */
  longest(): number
}

/** After each of these, and the first message of a connection, a server is ready for the next query. */
const ASKING: readonly (number | undefined)[] = [...'QS'].map((type) => type.charCodeAt(0))
const READY_FOR_QUERY = 'Z'.charCodeAt(0)

export function countRoundTrips(): RoundTrips {
  let asked = 0
  let answered = 0
  const makeTap = () => {
    const waiting: number[] = []
    const sentFrames = postgresFrames()
    const answeredFrames = postgresFrames()
    const ask = () => {
      waiting.push(answered + 1)
      asked = Math.max(asked, answered + 1)
    }
    let isConnected = false
    return {
      sent(chunk: Buffer) {
        if (isConnected) for (const [type] of sentFrames(chunk)) if (ASKING.includes(type)) ask()
        if (!isConnected) ask()
        isConnected = true
      },
      answered(chunk: Buffer) {
        for (const [type] of answeredFrames(chunk)) {
          if (type === READY_FOR_QUERY) answered = Math.max(answered, waiting.shift() ?? 0)
        }
        return chunk
      },
    }
  }
  return { makeTap, longest: () => asked }
}
