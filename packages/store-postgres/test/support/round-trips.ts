import type { MakeTap } from '../../../../test/services/faulty-proxy.ts'
import { postgresFrames } from '../../../../test/services/postgres-frames.ts'

/** Counts the round trips to a database. */
export interface RoundTrips {
  /** Observes every connection. */
  readonly makeTap: MakeTap
  /**
   * Returns the length of the longest chain of statements, over all connections, in which each was sent after the
   * response to the previous one. Statements that are sent together count once, even if their responses arrive
   * separately.
   */
  longest(): number
}

/**
 * The messages, in addition to the first one of a connection, after which the server reports that it is ready for the
 * next query.
 */
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
