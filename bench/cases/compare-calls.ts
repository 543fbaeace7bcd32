import { callRate } from '../measure/call-rate.ts'
import { interleave, type Pair } from '../measure/interleave.ts'

const ROUNDS = { warmUp: 4, counted: 16 }
const ROUND_MS = 50

type Operation = (call: number) => unknown

/** Returns calls per second of two operations in this process, round by round. */
export function compareCalls(flagdeck: Operation, beside: Operation): Promise<Pair> {
  return interleave(
    () => callRate(flagdeck, ROUND_MS),
    () => callRate(beside, ROUND_MS),
    ROUNDS,
  )
}

/** Returns the milliseconds that a call takes, round by round. */
export async function compareDurations(flagdeck: Operation, beside: Operation): Promise<Pair> {
  const rates = await compareCalls(flagdeck, beside)
  return { flagdeck: rates.flagdeck.map(duration), beside: rates.beside.map(duration) }
}

function duration(perSecond: number): number {
  return 1000 / perSecond
}
