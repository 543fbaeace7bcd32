import * as z from 'zod'
import { ACTIVITY_SCOPES, type Activity, type ActivityScope } from '../../data/records/activity.ts'
import type { NewestQuery } from '../../data/tables/activity-table.ts'
import { MAX_PAGE_LIMIT } from '../../foundation/pagination/page.ts'
import { parseTimestamp, type Timestamp } from '../../foundation/time/timestamp.ts'
import { yieldToOthers } from '../../foundation/time/yield.ts'
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
  search: textField().max(MAX_SEARCH_LENGTH).optional(),
  before: z.int().min(0).default(Number.MAX_SAFE_INTEGER),
  limit: z.int().min(1).max(MAX_PAGE_LIMIT).default(100),
})

function timeField() {
  return z.string().transform((text, context): Timestamp => {
    const time = parseTimestamp(text)
    if (time !== undefined) return time
    context.addIssue({ code: 'custom', message: 'Enter a date or a time in ISO 8601, such as 2026-11-27T00:00:00Z.' })
    return z.NEVER
  })
}

/** Which entries to read, of every kind together. An entry must match every field that is set. */
export interface NewestFilter {
  /** Missing: every kind. */
  readonly scope?: ActivityScope | undefined
  /** The id of one record. Records of different kinds can have the same id: set `scope` too. */
  readonly itemId?: string | undefined
  /** The UUID of the user who made the change; missing: every user. */
  readonly user?: string | undefined
  /** Entries from this time on, in ISO 8601. */
  readonly dateFrom?: string | undefined
  /** Entries before this time, in ISO 8601. */
  readonly dateTo?: string | undefined
  /** Text in the name of the record, in the user's name or e-mail, or in a value; case does not matter (ACT-28). */
  readonly search?: string | undefined
  /** {@link NewestActivity.next} of the previous part; missing: from the newest entry on. */
  readonly before?: number | undefined
  /** 1 to 1,000, 100 when missing. */
  readonly limit?: number | undefined
}

/** An entry, and the version of the record that it made; null: the record has no versions. */
export interface VersionedActivity extends Activity {
  readonly version: number | null
}

/** Some entries of every kind, the newest first. With a search there can be fewer than `limit`, and none. */
export interface NewestActivity {
  readonly items: readonly VersionedActivity[]
  /** Where older entries follow; null: there are none. */
  readonly next: number | null
}

/** Lists what happened in the project to records of any kind, newest first (ACT-15, ACT-26 to ACT-28). */
export async function listNewestActivity(ctx: ProjectContext, filter: NewestFilter = {}): Promise<NewestActivity> {
  authorize(ctx.actor, 'activity_log:read')
  const { search = '', limit, ...input } = parseInput(newestFilterSchema, filter)
  const needle = JSON.stringify(search.trim().toLowerCase()).slice(1, -1)
  return needle === '' ? readPart(ctx, input, limit) : searchParts(ctx, input, limit, needle)
}

type NewestInput = Omit<z.output<typeof newestFilterSchema>, 'search' | 'limit'>

function readPart(ctx: ProjectContext, input: NewestInput, limit: number): Promise<NewestActivity> {
  const { user, scope, itemId, dateFrom: from, dateTo: to, before } = input
  return ctx.store.read(async (tx) => {
    const userId = user === undefined ? undefined : (await tx.users.findByUuid(user))?.id
    if (user !== undefined && userId === undefined) return { items: [], next: null }
    const query: NewestQuery = {
      before,
      ...(scope && { scope }),
      ...(itemId !== undefined && { itemId }),
      ...(userId !== undefined && { userId }),
      ...(from && { from }),
      ...(to && { to }),
    }
    const read = await tx.activity.listNewest(ctx.project.id, query, limit + 1)
    const shown = read.items.slice(0, limit)
    // One more entry is read than returned, so that nothing has to be counted.
    const next = read.items.length > limit ? read.place + 1 : null
    const versions = new Map(shown.map(({ id, step }) => [id, step?.version ?? null]))
    // Between entries of one user, or of a range of time, entries of the same record may be missing.
    const hasGaps = userId !== undefined || from !== undefined || to !== undefined
    const told = await tellMixed(tx, ctx, shown, hasGaps)
    return { items: told.map((entry) => ({ ...entry, version: versions.get(entry.id) ?? null })), next }
  })
}

/** How many entries one search reads at most, and how many characters: the next part continues after them. */
const MAX_SEARCHED = 1000
const MAX_SEARCHED_LENGTH = 4 * 1024 * 1024
/** Entries that are read before other work runs: few while they may be large. */
const LARGE_AT_ONCE = 3
const SMALL_AT_ONCE = 25
/** The most characters that {@link SMALL_AT_ONCE} small entries have together. */
const SMALL_LENGTH = 64 * 1024

/** Reads entries from the newest on and returns those with the text, in bounded steps between which other work runs. */
async function searchParts(
  ctx: ProjectContext,
  input: NewestInput,
  limit: number,
  needle: string,
): Promise<NewestActivity> {
  const items: VersionedActivity[] = []
  let before = input.before
  let searched = 0
  let length = 0
  let atOnce = LARGE_AT_ONCE
  for (;;) {
    const count = Math.min(atOnce, limit)
    const part = await readPart(ctx, { ...input, before }, count)
    let partLength = 0
    for (const entry of part.items) {
      const text = searchedText(entry)
      partLength += text.length
      if (text.includes(needle)) items.push(entry)
    }
    searched += count
    length += partLength
    atOnce = partLength <= SMALL_LENGTH ? SMALL_AT_ONCE : LARGE_AT_ONCE
    const isOver = searched >= MAX_SEARCHED || length >= MAX_SEARCHED_LENGTH
    // Every entry of the next step must fit, because `next` cannot point into the middle of a step.
    const isFull = items.length + Math.min(atOnce, limit) > limit
    if (part.next === null || isOver || isFull) return { items, next: part.next }
    before = part.next
    await yieldToOthers()
  }
}

/** What an entry shows to every reader: payloads of flags that are encrypted are redacted already (ACT-12). */
function searchedText({ user, detail }: Activity): string {
  const values = detail.changes.map(({ before, after }) => [before, after])
  return JSON.stringify([detail.name, user?.firstName, user?.email, values]).toLowerCase()
}
