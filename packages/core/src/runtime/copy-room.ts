import type { LiveTotals } from '../data/records/live-totals.ts'
import { StoreUnavailable } from '../data/store-errors.ts'
import type { DomainError } from '../foundation/errors/domain-error.ts'
import { refusal } from '../foundation/validation/refuse.ts'

/** The total as a share of the largest project: a quarter more, so that small projects fit next to a large one. */
const SHARE_OF_PROJECT = 5 / 4
/** The memory of a flag or cohort in addition to its texts. */
const BYTES_PER_ROW = 4 * 1024
/** The memory of a dashboard, a template, a tile, a text or an insight in addition to its texts. */
const BYTES_PER_CONTENT = 1024
/** The memory of the smallest copy. */
const BYTES_PER_COPY = 256 * 1024
const MAX_WAITING = 100
const NO_ROOM = 'Too many dry runs, imports and copies of large projects are running: try again later'
const WAIT_MS = 5000
/** The wait after which a copy takes precedence over all later ones: otherwise small copies could block it forever. */
const FIRST_AFTER_MS = 2500

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
  /** The flag and the cohorts of another project that are in memory together with the copy. */
  readonly source?: LiveTotals
}

/** The memory of one copy, for the part of its size that is known only after its rows are loaded. */
export interface CopyClaim {
  /**
   * Adds the objects and lists of dashboards and templates, which take memory beyond their JSON.
   * @throws DomainError when the copy is too large; an error that {@link CopyRoom.run} handles when no memory is free
   * now
   */
  addStructure(bytes: number): void
  /** Resets the added structure, because the project is loaded again. */
  restart(): void
}

/** Limits the memory of the copies of projects that exist concurrently (DRY-5). */
export class CopyRoom {
  readonly #maxProjectBytes: number
  readonly #totalBytes: number
  #freeBytes: number
  // Bound: OUT-8 project-copies
  readonly #waiting = new Set<Waiting>()

  /** @param maxProjectBytes the limit on the size of a project, and on the size of all its dashboards and templates */
  constructor(maxProjectBytes: number) {
    this.#maxProjectBytes = Math.max(maxProjectBytes, BYTES_PER_COPY)
    this.#totalBytes = this.#maxProjectBytes * SHARE_OF_PROJECT
    this.#freeBytes = this.#totalBytes
  }

  /**
   * Runs `work`, which holds a copy of a project of this size, when enough memory is free. Flags and cohorts always
   * fit, however large they are, because they may be older than the limit. If the copy turns out to need more memory
   * than is free, `work` is aborted, waits for that memory, and starts again. It MUST claim structure only before it
   * writes.
   * @throws DomainError when dashboards and templates are too large (DRY-6); StoreUnavailable when other copies leave
   * too little memory
   */
  async run<T>(size: CopySize, work: (claim: CopyClaim) => Promise<T>): Promise<T> {
    let waitedMs = 0
    for (let expected = 0; ; ) {
      const held = this.#bytesOf(size, expected)
      if (this.#isAnyOverdue() || !this.take(held)) waitedMs = await this.#waitFor(held, waitedMs)
      const claim = new Claim((structure) => this.#bytesOf(size, structure), held, this)
      try {
        return await work(claim)
      } catch (error) {
        if (!(error instanceof MoreRoomNeeded && error.claim === claim)) throw error
        expected = this.#mostStructure(size, 2 * claim.structure)
      } finally {
        this.#freeBytes += claim.end()
        this.#letIn()
      }
    }
  }

  /** Takes bytes that are free now; returns whether there were enough. */
  take(bytes: number): boolean {
    if (bytes > this.#freeBytes) return false
    this.#freeBytes -= bytes
    return true
  }

  /** Returns this much structure, limited to what dashboards and templates of this size may have. */
  #mostStructure({ contents }: CopySize, structure: number): number {
    return Math.min(structure, this.#maxProjectBytes - bytesOfContents(contents))
  }

  #bytesOf({ project, contents, source }: CopySize, structure: number): number {
    const ofContents = bytesOfContents(contents) + structure
    if (ofContents > this.#maxProjectBytes) throw tooLarge(this.#maxProjectBytes)
    const ofProject = Math.min(BYTES_PER_COPY + bytesOf(project), this.#maxProjectBytes)
    return Math.min(ofProject + ofContents + (source ? bytesOf(source) : 0), this.#totalBytes)
  }

  /** Admits waiting copies in order of arrival. An overdue copy that does not fit blocks all later ones. */
  #letIn(): void {
    for (const waiting of this.#waiting) {
      if (this.take(waiting.bytes)) waiting.enter()
      else if (isOverdue(waiting)) return
    }
  }

  #isAnyOverdue(): boolean {
    return [...this.#waiting].some(isOverdue)
  }

  /** Waits for memory, for at most five seconds in all attempts of a copy together; returns the total wait so far. */
  #waitFor(bytes: number, waitedMs: number): Promise<number> {
    if (this.#waiting.size >= MAX_WAITING) throw noRoom()
    return new Promise((resolve, reject) => {
      const since = performance.now() - waitedMs
      const leave = () => {
        clearTimeout(timer)
        this.#waiting.delete(waiting)
      }
      const waiting = {
        bytes,
        since,
        enter: () => {
          leave()
          resolve(performance.now() - since)
        },
      }
      const timer = setTimeout(() => {
        leave()
        reject(noRoom())
        // This copy may have blocked others.
        this.#letIn()
      }, WAIT_MS - waitedMs)
      this.#waiting.add(waiting)
    })
  }
}

interface Waiting {
  readonly bytes: number
  readonly since: number
  readonly enter: () => void
}

function isOverdue({ since }: Waiting): boolean {
  return performance.now() - since >= FIRST_AFTER_MS
}

/** The memory of one copy: what it was admitted with, and what it took later. */
class Claim implements CopyClaim {
  readonly #bytesWith: (structure: number) => number
  readonly #room: CopyRoom
  #held: number
  #isOver = false
  structure = 0

  constructor(bytesWith: (structure: number) => number, held: number, room: CopyRoom) {
    this.#bytesWith = bytesWith
    this.#room = room
    this.#held = held
  }

  addStructure(bytes: number): void {
    if (this.#isOver) throw new Error('this copy has given back its room')
    this.structure += bytes
    // A copy that is loaded again keeps the memory of its first attempt.
    const more = Math.max(0, this.#bytesWith(this.structure) - this.#held)
    if (!this.#room.take(more)) throw new MoreRoomNeeded(this)
    this.#held += more
  }

  restart(): void {
    this.structure = 0
  }

  /** Ends the claim; returns the bytes that it held. */
  end(): number {
    this.#isOver = true
    return this.#held
  }
}

/**
 * Aborts an attempt to load a copy. It does not leave {@link CopyRoom.run}, and does not mean that a store has failed.
 */
class MoreRoomNeeded extends Error {
  readonly claim: Claim

  constructor(claim: Claim) {
    super(NO_ROOM)
    this.claim = claim
  }
}

function bytesOfContents({ rows, bytes }: ContentsSize): number {
  return rows * BYTES_PER_CONTENT + bytes
}

function bytesOf({ flags, cohorts, bytes }: LiveTotals): number {
  return (flags + cohorts) * BYTES_PER_ROW + bytes
}

function tooLarge(limit: number): DomainError {
  const [size, perRow] = [limit, BYTES_PER_CONTENT].map((bytes) => bytes.toLocaleString('en-US'))
  return refusal(
    `The dashboards and dashboard templates of this project would take more than ${size} bytes, ` +
      `including ${perRow} for each dashboard, tile, text and insight: too many for a dry run, an import or a copy. ` +
      'Please delete unused dashboards and templates, ' +
      'or raise FLAGDECK_MAX_PROJECT_FILTERS_BYTES, or the limits.maxProjectFiltersBytes option of the library.',
  )
}

function noRoom(): StoreUnavailable {
  return new StoreUnavailable(NO_ROOM)
}
