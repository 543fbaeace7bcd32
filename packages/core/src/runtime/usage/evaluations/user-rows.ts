import { textOfId } from '../../../evaluation/lookup/identifier.ts'
import { shortText } from '../../../foundation/json/short-text.ts'
import { DISTINCT_ID_LIMIT } from '../../../foundation/validation/id-limits.ts'

const FIRST_ROWS = 64
const FIRST_WIDTH = 4
/**
 * The number of slots that find users by the last characters of their ids, before the map: four for every row, up to a
 * limit.
 */
const FIRST_SHORTCUTS = 4 * FIRST_ROWS
const MAX_SHORTCUTS = 4096

/** Two bytes for each character, plus the overhead of a map entry. */
const BYTES_OF_AN_ID = 2 * DISTINCT_ID_LIMIT + 64

/** How much is remembered before everything is forgotten. */
export interface UserRowsLimits {
  readonly users: number
  /** The number of words of their bits, which are stored twice: with many results, users are forgotten sooner. */
  readonly words: number
}

/** The row of users without an id. */
const NOBODY = 0

/**
 * A row of bits for each recent user. Finding a user's row must cost next to nothing, because every evaluation does it.
 */
export class UserRows {
  /** The number of words in a row. */
  #width = FIRST_WIDTH
  #rows = FIRST_ROWS
  /** One bit for each result, which is set when this user is already counted for it since {@link startOver}. */
  met: Uint32Array = new Uint32Array(FIRST_ROWS * FIRST_WIDTH)
  /** One bit for each result, which is set when this user ever got it. */
  #exposed = new Uint32Array(FIRST_ROWS * FIRST_WIDTH)
  // Bound: OUT-8 users-remembered
  readonly #rowOf = new Map<string, number>()
  #shortcutIds = new Array<string>(FIRST_SHORTCUTS).fill('')
  #shortcutRows = new Int32Array(FIRST_SHORTCUTS)
  readonly #limits: UserRowsLimits

  constructor(limits: UserRowsLimits) {
    this.#limits = limits
    this.startOver()
  }

  /** Returns the offset of a user's row. It is valid until the next call. */
  offsetOf(distinctId: unknown): number {
    if (typeof distinctId !== 'string') return this.offsetOf(textOfId(distinctId))
    if (distinctId.length > DISTINCT_ID_LIMIT) return this.offsetOf(shortText(distinctId))
    const place = shortcutOf(distinctId) & (this.#shortcutIds.length - 1)
    if (this.#shortcutIds[place] === distinctId) return (this.#shortcutRows[place] as number) * this.#width
    if (distinctId === '') return NOBODY
    const row = this.#rowOf.get(distinctId) ?? this.#newRow(distinctId)
    this.#shortcutIds[place] = distinctId
    this.#shortcutRows[place] = row
    return row * this.#width
  }

  /** The approximate bytes of memory that it occupies. */
  get bytes(): number {
    return 2 * this.met.byteLength + this.#rowOf.size * BYTES_OF_AN_ID
  }

  /**
   * Marks the results with these bits as got by a user; returns the bits of those that the user got for the first time.
   */
  markMet(at: number, bits: number): number {
    this.met[at] = (this.met[at] ?? 0) | bits
    const before = this.#exposed[at] ?? 0
    this.#exposed[at] = before | bits
    return bits & ~before
  }

  /** Clears {@link met}, so that every user counts again for every result. */
  startOver(): void {
    this.met.fill(0)
    this.met.fill(0xffffffff, NOBODY, this.#width)
  }

  /** Widens rows to this number of words. Offsets that were returned before are no longer valid. */
  widen(words: number): void {
    if (words <= this.#width) return
    const before = this.#width
    this.#width = before * 2
    while (this.#width < words) this.#width *= 2
    const isTooMuch = this.#rows * this.#width > this.#limits.words
    if (isTooMuch) this.#rows = FIRST_ROWS
    this.met = isTooMuch ? this.#newBits() : this.#widened(this.met, before)
    this.#exposed = isTooMuch ? this.#newBits() : this.#widened(this.#exposed, before)
    if (isTooMuch) this.#forgetAll()
    this.met.fill(0xffffffff, NOBODY, this.#width)
  }

  #newRow(distinctId: string): number {
    if (this.#rowOf.size + 1 >= this.#rows) this.#addRows()
    const row = this.#rowOf.size + 1
    this.#rowOf.set(distinctId, row)
    return row
  }

  #addRows(): void {
    const rows = this.#rows * 2
    if (this.#rowOf.size >= this.#limits.users || rows * this.#width > this.#limits.words) {
      this.#forgetAll()
      return
    }
    this.#rows = rows
    const [met, exposed] = [this.#newBits(), this.#newBits()]
    met.set(this.met)
    exposed.set(this.#exposed)
    this.met = met
    this.#exposed = exposed
    if (this.#shortcutIds.length < Math.min(MAX_SHORTCUTS, 4 * rows)) this.#widenShortcuts()
  }

  #widenShortcuts(): void {
    const places = this.#shortcutIds.length * 2
    this.#shortcutIds = new Array<string>(places).fill('')
    this.#shortcutRows = new Int32Array(places)
  }

  #forgetAll(): void {
    this.#rowOf.clear()
    this.#shortcutIds.fill('')
    this.#shortcutRows.fill(NOBODY)
    this.#exposed.fill(0)
    this.startOver()
  }

  #newBits(): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.#rows * this.#width)
  }

  #widened(bits: Uint32Array, before: number): Uint32Array<ArrayBuffer> {
    const wider = this.#newBits()
    for (let row = 0; row < this.#rows; row++) {
      wider.set(bits.subarray(row * before, (row + 1) * before), row * this.#width)
    }
    return wider
  }
}

/** Returns the slot of a user. Ids usually differ in their last characters. */
function shortcutOf(id: string): number {
  const end = id.length
  return id.charCodeAt(end - 1) ^ (id.charCodeAt(end - 2) << 4) ^ (id.charCodeAt(end - 3) << 8)
}
