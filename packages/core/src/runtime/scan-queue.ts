import { DomainError } from '../foundation/errors/domain-error.ts'

/** Scans of one project that go on at a time (IMPACT-23). */
const MOST_RUNNING = 2
const MOST_WAITING = 10

interface Place {
  running: number
  /** What lets each of them begin, in the order in which they came. */
  readonly waiting: Set<() => void>
}

/** Keeps the scans of a project from taking all that the process and the database have. */
export class ScanQueue {
  // Bound: OUT-8 counts-of-everybody
  readonly #places = new Map<number, Place>()

  /**
   * Runs `work` when it is its turn. Rejects with the signal's reason when the caller leaves while it waits.
   * @throws DomainError `throttled` when too many wait already
   */
  async run<T>(projectId: number, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    // Bound: OUT-8 counts-of-everybody
    const place = this.#places.get(projectId) ?? { running: 0, waiting: new Set() }
    this.#places.set(projectId, place)
    if (place.running < MOST_RUNNING) place.running++
    else await wait(place, signal)
    try {
      return await work()
    } finally {
      this.#leave(projectId, place)
    }
  }

  /** Hands the turn on to whoever has waited longest. */
  #leave(projectId: number, place: Place): void {
    for (const begin of place.waiting) {
      place.waiting.delete(begin)
      begin()
      return
    }
    place.running--
    if (place.running === 0) this.#places.delete(projectId)
  }
}

function wait({ waiting }: Place, signal: AbortSignal | undefined): Promise<void> {
  if (waiting.size >= MOST_WAITING) throw tooMany()
  return new Promise((resolve, reject) => {
    const begin = () => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      waiting.delete(begin)
      reject(signal?.reason)
    }
    if (signal?.aborted) return leave()
    waiting.add(begin)
    signal?.addEventListener('abort', leave, { once: true })
  })
}

function tooMany(): DomainError {
  return new DomainError(
    'throttled',
    'Too many counts are already running in this project. Please try again in a moment.',
  )
}
