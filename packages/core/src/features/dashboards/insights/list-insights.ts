import type { InsightQuery } from '../../../data/records/insight.ts'
import { parseInstant } from '../../../evaluation/values/instant-of.ts'
import { parseRelativeInstant } from '../../../evaluation/values/relative-instant.ts'
import { timeZone } from '../../../evaluation/values/time-zone.ts'
import { parseJson, withoutUndefined } from '../../../foundation/json/json-value.ts'
import type { Page, PageRequest } from '../../../foundation/pagination/page.ts'
import { type Timestamp, timestampOf } from '../../../foundation/time/timestamp.ts'
import {
  booleanFilter,
  booleanWord,
  refuseFilter,
  refuseOtherThanText,
  searchNeedle,
  tagList,
} from '../../../foundation/validation/list-filters.ts'
import { authorize } from '../../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { describeInsights, type InsightDetails } from './insight-details.ts'

/** The filters of the insight list as clients send them: all text, all optional. */
export interface InsightListFilters {
  readonly search?: string | undefined
  readonly shortId?: string | undefined
  readonly saved?: string | undefined
  readonly favorited?: string | undefined
  /** Insights with at least one of these tags. */
  readonly tags?: readonly string[] | undefined
  /** Ids of the users who created the insights: one id, or a JSON list of several. */
  readonly createdBy?: string | undefined
  /** `true`: insights that the caller created. */
  readonly user?: string | undefined
  /** Only insights last modified after `dateFrom` and before `dateTo`: ISO 8601, or relative to now, such as `-7d`. */
  readonly dateFrom?: string | undefined
  readonly dateTo?: string | undefined
  /** Only insights created between these dates, in the same form. */
  readonly createdDateFrom?: string | undefined
  readonly createdDateTo?: string | undefined
}

/** Lists one page of the live insights that match, newest first. */
export async function listInsights(
  ctx: ProjectContext,
  filters: InsightListFilters,
  page: PageRequest,
): Promise<Page<InsightDetails>> {
  authorize(ctx.actor, 'insight:read')
  const query = parseQuery(ctx, filters)
  return ctx.store.read(async (tx) => {
    const { count, items } = await tx.insights.list(ctx.project.id, query, page)
    return { count, items: await describeInsights(tx, ctx, items) }
  })
}

/** Parses the filters. Words, users and dates that cannot be read are refused (INSIGHT-61, INSIGHT-62). */
function parseQuery(ctx: ProjectContext, filters: InsightListFilters): InsightQuery {
  refuseOtherThanText(filters, ['tags'])
  return withoutUndefined({
    createdByIds: parseCreators(ctx, filters),
    createdAfter: parseMoment(ctx, 'createdDateFrom', filters.createdDateFrom),
    createdBefore: parseMoment(ctx, 'createdDateTo', filters.createdDateTo),
    modifiedAfter: parseMoment(ctx, 'dateFrom', filters.dateFrom),
    modifiedBefore: parseMoment(ctx, 'dateTo', filters.dateTo),
    search: searchNeedle(filters.search),
    shortId: filters.shortId || undefined,
    saved: booleanFilter('saved', filters.saved),
    favorited: booleanFilter('favorited', filters.favorited),
    tags: tagList(filters.tags),
  }) as InsightQuery // without undefined fields
}

/** A longer list of ids is refused. */
const MAX_CREATORS = 100

/** Returns the ids of the users whose insights are listed; undefined for all users. */
function parseCreators(
  { actor }: ProjectContext,
  { createdBy, user }: InsightListFilters,
): readonly number[] | undefined {
  if (user !== undefined && booleanWord(user) !== true) {
    refuseFilter('user', 'Send true for the insights that you created.')
  }
  const caller = actor.type === 'user' ? [actor.user.id] : []
  const ids = createdBy === undefined ? undefined : parseUserIds(createdBy)
  if (user === undefined) return ids
  return ids === undefined ? caller : caller.filter((id) => ids.includes(id))
}

function parseUserIds(text: string): readonly number[] {
  const value = parseJson(text)
  const ids = Array.isArray(value) ? value : [value]
  if (ids.length <= MAX_CREATORS && ids.every((id) => Number.isSafeInteger(id))) return ids as readonly number[] // just checked
  const expected = `Send the id of a user, or a JSON list of at most ${MAX_CREATORS} ids.`
  return refuseFilter('createdBy', expected)
}

/** Parses an absolute or relative date. A date without an offset is in the time zone of the project. */
function parseMoment(
  { clock, project }: ProjectContext,
  name: keyof InsightListFilters,
  text: string | undefined,
): Timestamp | undefined {
  if (text === undefined) return undefined
  const ms = parseRelativeInstant(text)?.(clock()) ?? parseInstant(text, timeZone(project.timezone))
  if (ms !== undefined && ms >= FIRST_MS && ms <= LAST_MS) return timestampOf(Math.floor(ms))
  return refuseFilter(name, 'Send a date in ISO 8601, or a relative date such as -7d.')
}

/** The range of years in which times compare as text (TIME-2). */
const [FIRST_MS, LAST_MS] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59Z')]
