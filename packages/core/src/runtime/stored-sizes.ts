import { MAX_GROUP_TYPES } from '../data/records/group-type-places.ts'
import type { MeasuredRows, ProjectSize } from '../data/records/project-size.ts'
import type { ReadTransaction, Store } from '../data/store.ts'
import { DAY_MS } from '../foundation/time/durations.ts'
import { type Clock, epochMsOf, timestampOf } from '../foundation/time/timestamp.ts'
import { yieldToOthers } from '../foundation/time/yield.ts'
import { bytesOfMeasured } from './stored-bytes.ts'

export interface StoredSizesOptions {
  readonly store: Store
  readonly clock: Clock
  readonly onError: (error: unknown) => void
  readonly limitBytes: number
}

/** Properties of events that were not stored, by the limit that they exceeded (PERSON-22). */
export interface DroppedProperties {
  readonly person: number
  readonly project: number
}

/** The state of the limits of persons and groups, as far as this instance knows it. */
export interface StoredSizesStatus {
  readonly limitBytes: number
  /** Bytes by project, as of this instance's last write for it. */
  readonly bytes: ReadonlyMap<number, number>
  readonly dropped: DroppedProperties
}

/** The number of projects whose size is cached, which is as many as metrics report. */
const MAX_PROJECTS = 1000
/** The number of rows that one query measures. It reads no properties, so it takes a few milliseconds. */
const ROWS_PER_READ = 500

/**
 * The bytes that projects store, as far as this instance knows them. It measures the rows of a project once a day,
 * because an instance of an older release writes persons without counting them (PERSON-23).
 */
export class StoredSizes {
  readonly #options: StoredSizesOptions
  // Bound: OUT-8 stored-sizes
  readonly #bytes = new Map<number, number>()
  // Bound: OUT-8 stored-sizes
  readonly #due = new Set<number>()
  #dropped = { person: 0, project: 0 }
  #measuring: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(options: StoredSizesOptions) {
    this.#options = options
  }

  /** Records a project's size after a write, and measures the project if that is due. */
  note({ projectId, bytes, measuredAt }: ProjectSize, dropped: DroppedProperties): void {
    this.#dropped = {
      person: this.#dropped.person + dropped.person,
      project: this.#dropped.project + dropped.project,
    }
    if (this.#bytes.has(projectId) || this.#bytes.size < MAX_PROJECTS) this.#bytes.set(projectId, bytes)
    const isDue = measuredAt === null || this.#options.clock() - epochMsOf(measuredAt) >= DAY_MS
    if (isDue) this.#measureLater(projectId)
  }

  status(): StoredSizesStatus {
    return { limitBytes: this.#options.limitBytes, bytes: this.#bytes, dropped: this.#dropped }
  }

  /** Resolves when no measurement is running. */
  async settled(): Promise<void> {
    await this.#measuring
  }

  /** Resolves when no measurement is running; none starts after that. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#measuring
  }

  #measureLater(projectId: number): void {
    if (this.#isClosed || this.#due.has(projectId) || this.#due.size >= MAX_PROJECTS) return
    this.#due.add(projectId)
    this.#measuring = this.#measuring
      .then(() => this.#measure(projectId))
      .catch(this.#options.onError)
      .finally(() => this.#due.delete(projectId))
  }

  async #measure(projectId: number): Promise<void> {
    const { store, clock } = this.#options
    const before = this.#isClosed ? undefined : await this.#claim(projectId)
    if (before === undefined) return
    const rows = await this.#measureRows(projectId)
    if (rows === undefined) return
    const bytes = await store.write(async (tx) => {
      const after = (await tx.projectSizes.find(projectId))?.bytes ?? 0
      const exact = closest(after, rows, rows + after - before)
      if (exact !== after) await tx.projectSizes.add(projectId, exact - after, timestampOf(clock()))
      return exact
    })
    if (this.#bytes.has(projectId)) this.#bytes.set(projectId, bytes)
  }

  /** Returns the bytes that were counted so far; undefined when another instance measures the project. */
  async #claim(projectId: number): Promise<number | undefined> {
    const { store, clock } = this.#options
    return store.write(async (tx) => {
      const size = await tx.projectSizes.find(projectId)
      const isClaimed =
        size && (await tx.projectSizes.claimMeasurement(projectId, size.measuredAt, timestampOf(clock())))
      return isClaimed ? size.bytes : undefined
    })
  }

  /** Returns the measured bytes; undefined when the instance is closed before that. */
  async #measureRows(projectId: number): Promise<number | undefined> {
    let sum = 0
    for (const measureAfter of measuredTables(projectId)) {
      for (let after: string | null = ''; after !== null; await yieldToOthers()) {
        if (this.#isClosed) return undefined
        const lastKey: string = after
        const part = await this.#options.store.read((tx) => measureAfter(tx, lastKey))
        sum += bytesOfMeasured(part)
        after = part.rows < ROWS_PER_READ ? null : part.lastKey
      }
    }
    return sum
  }
}

type MeasureAfter = (tx: ReadTransaction, afterKey: string) => Promise<MeasuredRows>

function measuredTables(projectId: number): readonly MeasureAfter[] {
  const groupTypes = Array.from({ length: MAX_GROUP_TYPES }, (_, index) => index)
  return [
    (tx, afterKey) => tx.persons.measureAfter(projectId, afterKey, ROWS_PER_READ),
    ...groupTypes.map(
      (index): MeasureAfter =>
        (tx, afterKey) =>
          tx.groups.measureAfter(projectId, index, afterKey, ROWS_PER_READ),
    ),
  ]
}

/**
 * Returns the number nearest to `counted` between both ends. Writes during a measurement were counted, but the
 * measurement may include any part of them. So the exact size is between the measured size, and that size plus all
 * these writes.
 */
function closest(counted: number, oneEnd: number, otherEnd: number): number {
  return Math.max(Math.min(oneEnd, otherEnd), Math.min(counted, Math.max(oneEnd, otherEnd)))
}
