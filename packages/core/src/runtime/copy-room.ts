import type { LiveTotals } from '../data/records/live-totals.ts'
import { StoreUnavailable } from '../data/store-errors.ts'
import type { DomainError } from '../foundation/errors/domain-error.ts'
import { refusal } from '../foundation/validation/refuse.ts'

/** A quarter more than the largest project, so that small projects find room beside a large one. */
const SHARE_OF_PROJECT = 5 / 4
/** The memory of a flag or cohort besides its texts. */
const BYTES_PER_ROW = 4 * 1024
/** The same of a dashboard, a template, a tile, a text or an insight. */
const BYTES_PER_CONTENT = 1024
/** The memory of the smallest copy. */
const BYTES_PER_COPY = 256 * 1024
const MAX_WAITING = 100
const WAIT_MS = 5000

/** The dashboards and templates of a project with everything on them. */
export interface ContentsSize {
  readonly rows: number
  /** Texts and compact JSON, in bytes of UTF-8. */
  readonly bytes: number
}

/** Everything that a copy of a project holds. */
export interface CopySize {
  readonly project: LiveTotals
  readonly contents: ContentsSize
  /** The flag and the cohorts of another project that are held beside the copy. */
  readonly source?: LiveTotals
}

/** The room of one copy, for what is known of its size only once its rows are loaded. */
export interface CopyClaim {
  /**
   * Adds the objects and lists of dashboards and templates, which take memory beyond their JSON.
   * @throws DomainError when the copy is too large; StoreUnavailable when other copies leave no room
   */
  addStructure(bytes: number): void
  /** Takes back what was added: the project is loaded again. */
  restart(): void
}

/** Bounds the bytes of the projects that are in memory as copies at the same time (DRY-5). */
export class CopyRoom {
  readonly #maxProjectBytes: number
  readonly #totalBytes: number
  #freeBytes: number
  // Bound: OUT-8 project-copies
  readonly #waiting = new Set<{ readonly bytes: number; readonly enter: () => void }>()

  /** @param maxProjectBytes the bound on the size of a project, and on that of all its dashboards and templates */
  constructor(maxProjectBytes: number) {
    this.#maxProjectBytes = Math.max(maxProjectBytes, BYTES_PER_COPY)
    this.#totalBytes = this.#maxProjectBytes * SHARE_OF_PROJECT
    this.#freeBytes = this.#totalBytes
  }

  /**
   * Runs `work`, which holds a copy of a project of this size, when there is room for it. Flags and cohorts always fit,
   * however large they are: they may be from before there was a bound.
   * @throws DomainError when dashboards and templates are too large (DRY-6); StoreUnavailable when other copies leave no room
   */
  async run<T>(size: CopySize, work: (claim: CopyClaim) => Promise<T>): Promise<T> {
    let structure = 0
    let held = this.#bytesOf(size, structure)
    if (held <= this.#freeBytes) this.#freeBytes -= held
    else await this.#waitFor(held)
    const restart = () => {
      structure = 0
    }
    const addStructure = (bytes: number) => {
      structure += bytes
      // A copy that is loaded again keeps the room of its first attempt.
      const more = Math.max(0, this.#bytesOf(size, structure) - held)
      if (more > this.#freeBytes) throw noRoom()
      this.#freeBytes -= more
      held += more
    }
    try {
      return await work({ addStructure, restart })
    } finally {
      this.#freeBytes += held
      this.#letIn()
    }
  }

  #bytesOf({ project, contents, source }: CopySize, structure: number): number {
    const ofContents = contents.rows * BYTES_PER_CONTENT + contents.bytes + structure
    if (ofContents > this.#maxProjectBytes) throw tooLarge(this.#maxProjectBytes)
    const ofProject = Math.min(BYTES_PER_COPY + bytesOf(project), this.#maxProjectBytes)
    return Math.min(ofProject + ofContents + (source ? bytesOf(source) : 0), this.#totalBytes)
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

function bytesOf({ flags, cohorts, bytes }: LiveTotals): number {
  return (flags + cohorts) * BYTES_PER_ROW + bytes
}

function tooLarge(limit: number): DomainError {
  const [size, perRow] = [limit, BYTES_PER_CONTENT].map((bytes) => bytes.toLocaleString('en-US'))
  return refusal(
    `The dashboards and dashboard templates of this project would take more than ${size} bytes, ` +
      `with ${perRow} for each dashboard, tile, text and insight: too many for a dry run, an import or a copy. ` +
      'Please delete unused dashboards and templates, ' +
      'or raise FLAGDECK_MAX_PROJECT_FILTERS_BYTES, or limits.maxProjectFiltersBytes of the library.',
  )
}

function noRoom(): StoreUnavailable {
  return new StoreUnavailable('Dry runs, imports and copies of flags of large projects run already: try again later')
}
