import { DomainError } from '../foundation/errors/domain-error.ts'

export interface TurnLimits {
  readonly running: number
  readonly waiting: number
  /** The refusal of callers that find the queue full. */
  readonly refusal: string
}

/** Runs work when it is its turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * A queue for work of which only a few pieces may run at a time, in the order in which it comes.
 * Its work rejects with a DomainError `throttled` when too much waits already.
 */
export function boundedTurns({ running: mostRunning, waiting: mostWaiting, refusal }: TurnLimits): InTurn {
  // Bound: is as large as its limits say, which name a line of OUT-8
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (waiting.length >= mostWaiting) throw new DomainError('throttled', refusal)
    if (running >= mostRunning) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
