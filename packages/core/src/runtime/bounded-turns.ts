import { DomainError } from '../foundation/errors/domain-error.ts'

export interface TurnLimits {
  readonly running: number
  readonly waiting: number
  /** The refusal of callers that find the queue full. */
  readonly refusal: string
}

/** Runs work as soon as the queue admits it. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Returns a queue that runs a limited number of tasks concurrently, in order of arrival. A call rejects with a
 * DomainError `throttled` when too many tasks are already waiting.
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
