import { DomainError } from '../foundation/errors/domain-error.ts'

/** The number of scans of one project that run concurrently (IMPACT-23). */
const MOST_RUNNING = 2
const MOST_WAITING = 10

interface Place {
  running: number
  /** Functions that start the waiting scans, in order of arrival. */
  readonly waiting: Set<() => void>
}

/** Limits the concurrent scans of a project, so that they do not occupy the whole process and database. */
export class ScanQueue {
  // Bound: OUT-8 counts-of-everybody
  readonly #places = new Map<number, Place>()

  /**
   * Runs `work` when the queue admits it. Rejects with the signal's reason when the caller aborts during the wait.
   * @throws DomainError `throttled` when too many scans are already waiting
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

  /** Passes the place on to the scan that has waited longest. */
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
