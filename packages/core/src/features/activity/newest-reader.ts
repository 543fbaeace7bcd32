import * as z from 'zod'
import { ACTIVITY_SCOPES, type Activity, type ActivityScope } from '../../data/records/activity.ts'
import type { ReadTransaction } from '../../data/store.ts'
import type { NewestQuery } from '../../data/tables/activity-table.ts'
import type { JsonValue } from '../../foundation/json/json-value.ts'
import { MAX_PAGE_LIMIT } from '../../foundation/pagination/page.ts'
import { parseTimestamp, type Timestamp } from '../../foundation/time/timestamp.ts'
import { visitYielding } from '../../foundation/time/yield.ts'
import { textField } from '../../foundation/validation/fields.ts'
import { parseInput } from '../../foundation/validation/parse-input.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { tellMixed } from './told-entries.ts'

const MAX_SEARCH_LENGTH = 200

const newestFilterSchema = z.object({
  scope: z.enum(ACTIVITY_SCOPES).optional(),
  itemId: textField().optional(),
  user: z.uuid().optional(),
  dateFrom: timeField().optional(),
  dateTo: timeField().optional(),
  search: textField().max(MAX_SEARCH_LENGTH).default(''),
  before: z.int().min(0).default(Number.MAX_SAFE_INTEGER),
  limit: z.int().min(1).max(MAX_PAGE_LIMIT).default(100),
})

type NewestInput = z.output<typeof newestFilterSchema>

function timeField() {
  return z.string().transform((text, context): Timestamp => {
    const time = parseTimestamp(text)
    if (time !== undefined) return time
    context.addIssue({ code: 'custom', message: 'Enter a date or a time in ISO 8601, such as 2026-11-27T00:00:00Z.' })
    return z.NEVER
  })
}

/** Filters the entries of all kinds. An entry must match every field that is set. */
export interface NewestFilter {
  /** Missing for every kind. */
  readonly scope?: ActivityScope | undefined
  /** The id of a record. Records of different kinds can have the same id, so set `scope` too. */
  readonly itemId?: string | undefined
  /** The UUID of the user who made the change; missing for every user. */
  readonly user?: string | undefined
  /** Entries from this time on, in ISO 8601. */
  readonly dateFrom?: string | undefined
  /** Entries before this time, in ISO 8601. */
  readonly dateTo?: string | undefined
  /**
   * Text in the name of the record, in the user's name or e-mail, or in a value, ignoring case (ACT-28). A blank search
   * finds every entry (ACT-33).
   */
  readonly search?: string | undefined
  /** The `next` of the previous part; missing to start with the newest entry. */
  readonly before?: number | undefined
  /** 1 to 1,000; 100 if missing. */
  readonly limit?: number | undefined
}

/** Some entries of every kind, newest first. With a search, or with large entries, there can be fewer than `limit`. */
export interface NewestActivity {
  /** Each entry has the version of the record that it created; null if the record has no versions. */
  readonly items: readonly (Activity & { readonly version: number | null })[]
  /** The position of older entries; null if there are none. */
  readonly next: number | null
}

/**
 * The maximum number of entries that one request reads, and of characters of their texts. The next part continues after
 * them.
 */
const MAX_ENTRIES = 1000
const MAX_SEARCHED_LENGTH = 4 * 1024 * 1024
const MAX_LISTED_LENGTH = 16 * 1024 * 1024
/** The number of entries that one step reads, which is low while entries may be large. */
const LARGE_AT_ONCE = 3
const SMALL_AT_ONCE = 25
/** The maximum number of characters in the texts of a small entry. */
const SMALL_LENGTH = 64 * 1024

/**
 * Reads the newest entries in steps, so that callers can run other work between them. A step of a search does not depend on
 * `limit`: a search for one entry has the same steps as a search for a thousand (ACT-34).
 */
export class NewestReader {
  readonly #ctx: ProjectContext
  readonly #input: NewestInput
  readonly #needle: string
  #query: NewestQuery | 'no entries' | undefined
  #next: number | null
  #atOnce = LARGE_AT_ONCE
  #readCount = 0
  #readLength = 0
  #foundCount = 0

  constructor(ctx: ProjectContext, filter: NewestFilter) {
    authorize(ctx.actor, 'activity_log:read')
    this.#ctx = ctx
    this.#input = parseInput(newestFilterSchema, filter)
    this.#needle = this.#input.search.trim().toLowerCase()
    this.#next = this.#input.before
  }

  /** The position of older entries; null if there are none. */
  get next(): number | null {
    return this.#next
  }

  /** The maximum number of entries that the next step reads. */
  get stepSize(): number {
    const left = this.#needle === '' ? this.#input.limit - this.#foundCount : MAX_ENTRIES - this.#readCount
    return Math.min(this.#atOnce, left)
  }

  /**
   * Whether the part is complete: no entries follow, or the request has reached a limit of what it reads or returns.
   */
  get isOver(): boolean {
    const maxLength = this.#needle === '' ? MAX_LISTED_LENGTH : MAX_SEARCHED_LENGTH
    const isFull = this.#foundCount >= this.#input.limit || this.#readCount >= MAX_ENTRIES
    return this.#next === null || isFull || this.#readLength >= maxLength
  }

  /** Reads the next entries, and returns those that match; an empty list if the step found none. */
  async readStep(): Promise<NewestActivity['items']> {
    const { items, places, hasMore } = await this.#read(this.stepSize)
    const found: NewestActivity['items'][number][] = []
    let longest = 0
    for (const [index, entry] of items.entries()) {
      const { length, isFound } = await visitTexts(entry, this.#needle)
      this.#readCount++
      this.#readLength += length
      longest = Math.max(longest, length)
      this.#next = index < items.length - 1 || hasMore ? (places[index] ?? null) : null
      if (!isFound) continue
      this.#foundCount++
      found.push(entry)
      if (this.#foundCount >= this.#input.limit) break
    }
    if (items.length === 0) this.#next = null
    this.#atOnce = longest <= SMALL_LENGTH ? SMALL_AT_ONCE : LARGE_AT_ONCE
    return found
  }

  #read(limit: number) {
    return this.#ctx.store.read(async (tx) => {
      this.#query ??= await this.#findQuery(tx)
      if (this.#query === 'no entries') return { items: [], places: [], hasMore: false }
      const query = { ...this.#query, before: this.#next ?? 0 }
      // Reads one more entry than it returns, so that no query has to count entries.
      const { items, places } = await tx.activity.listNewest(this.#ctx.project.id, query, limit + 1)
      const shown = items.slice(0, limit)
      const versions = new Map(shown.map(({ id, step }) => [id, step?.version ?? null]))
      // Between entries of one user, or of a range of time, entries of the same record may be missing.
      const hasGaps = query.userId !== undefined || query.range !== undefined
      const told = await tellMixed(tx, this.#ctx, shown, hasGaps)
      const versioned = told.map((entry) => ({ ...entry, version: versions.get(entry.id) ?? null }))
      return { items: versioned, places, hasMore: items.length > limit }
    })
  }

  /**
   * Finds the user and the range of time once for all steps, because finding a range takes time in proportion to its
   * entries.
   */
  async #findQuery(tx: ReadTransaction): Promise<NewestQuery | 'no entries'> {
    const { user, scope, itemId, dateFrom: from, dateTo: to, before } = this.#input
    const userId = user === undefined ? undefined : (await tx.users.findByUuid(user))?.id
    if (user !== undefined && userId === undefined) return 'no entries'
    const isDated = from !== undefined || to !== undefined
    const dates = { ...(from && { from }), ...(to && { to }) }
    const range = isDated ? await tx.activity.findRange(this.#ctx.project.id, dates) : undefined
    if (isDated && !range) return 'no entries'
    return {
      before,
      ...(scope && { scope }),
      ...(itemId !== undefined && { itemId }),
      ...(userId !== undefined && { userId }),
      ...(range && { range }),
    }
  }
}

interface VisitedTexts {
  /** The number of characters of all texts of the entry. */
  readonly length: number
  readonly isFound: boolean
}

/**
 * Searches the texts of an entry as every reader sees it: payloads of encrypted flags are already redacted (ACT-12).
 * Yields regularly, because a value can have a hundred thousand parts.
 */
async function visitTexts({ user, detail }: Activity, needle: string): Promise<VisitedTexts> {
  const values = detail.changes.flatMap(({ before, after }) => [before, after])
  let length = 0
  let isFound = needle === ''
  await visitYielding(textsOf([detail.name, user?.firstName ?? null, user?.email ?? null, ...values]), (text) => {
    length += text.length + 1
    isFound ||= text.toLowerCase().includes(needle)
  })
  return { length, isFound }
}

/** Yields the keys and the values in JSON, each as a separate text; an empty text for null, an object and an array. */
function* textsOf(values: readonly JsonValue[]): Generator<string> {
  const remaining = [...values]
  while (remaining.length > 0) {
    const value = remaining.pop() ?? null
    if (value === null || typeof value === 'object') yield ''
    else yield String(value)
    if (Array.isArray(value)) for (const part of value) remaining.push(part)
    else if (value !== null && typeof value === 'object') {
      for (const [key, part] of Object.entries(value)) remaining.push(key, part)
    }
  }
}
