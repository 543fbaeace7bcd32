import type { LiveTotals } from '../data/records/live-totals.ts'
import { StoreUnavailable } from '../data/store-errors.ts'

/** A quarter more than the largest project, so that small projects find room beside a large one. */
const SHARE_OF_PROJECT = 5 / 4
/** The memory of a flag or cohort besides its texts. */
const BYTES_PER_ROW = 4 * 1024
/** The memory of the smallest copy. */
const BYTES_PER_COPY = 256 * 1024
const MAX_WAITING = 100
const WAIT_MS = 5000

/** Bounds the bytes of the projects that are in memory as copies at the same time (DRY-5). */
export class CopyRoom {
  readonly #maxProjectBytes: number
  #freeBytes: number
  // Bound: OUT-8 project-copies
  readonly #waiting = new Set<{ readonly bytes: number; readonly enter: () => void }>()

  /** @param maxProjectBytes the bound on the size of a project. One copy is always allowed, however large its project is. */
  constructor(maxProjectBytes: number) {
    this.#maxProjectBytes = Math.max(maxProjectBytes, BYTES_PER_COPY)
    this.#freeBytes = this.#maxProjectBytes * SHARE_OF_PROJECT
  }

  /**
   * Runs `work`, which holds a copy of a project of this size, when there is room for it.
   * @throws StoreUnavailable when other copies leave no room
   */
  async run<T>({ flags, cohorts, bytes: textBytes }: LiveTotals, work: () => Promise<T>): Promise<T> {
    const bytes = Math.min(BYTES_PER_COPY + (flags + cohorts) * BYTES_PER_ROW + textBytes, this.#maxProjectBytes)
    if (bytes <= this.#freeBytes) this.#freeBytes -= bytes
    else await this.#waitFor(bytes)
    try {
      return await work()
    } finally {
      this.#freeBytes += bytes
      this.#letIn()
    }
  }

  /** In the order in which they came. A large project that finds no room does not hold back small ones. */
  #letIn(): void {
    for (const { bytes, enter } of this.#waiting) {
      if (bytes > this.#freeBytes) continue
      this.#freeBytes -= bytes
      enter()
    }
  }

  #waitFor(bytes: number): Promise<void> {
    if (this.#waiting.size >= MAX_WAITING) throw noRoom()
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer)
        this.#waiting.delete(waiting)
      }
      const waiting = {
        bytes,
        enter: () => {
          leave()
          resolve()
        },
      }
      const timer = setTimeout(() => {
        leave()
        reject(noRoom())
      }, WAIT_MS)
      this.#waiting.add(waiting)
    })
  }
}

function noRoom(): StoreUnavailable {
  return new StoreUnavailable('Dry runs, imports and copies of flags of large projects run already: try again later')
}
