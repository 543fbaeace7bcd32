import { ACTIVITY_SCOPES, type LoggedActivity, type NewActivity, type VersionStep } from '../records/activity.ts'
import type { ActivityItem, ActivityTable, ItemStep, NewestQuery, TimeRange } from '../tables/activity-table.ts'
import type { ActivityLogView, PlacedActivity } from './activity-log.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import type { MemoryState } from './memory-state.ts'
import { optionalUserOf } from './memory-user-table.ts'
import { pageOf, pageOfRows } from './page-of.ts'

export function memoryActivityTable({ state, activity }: MemoryContext): ActivityTable {
  return {
    async list(projectId, query, page) {
      const { count, items } = activity.list(projectId, query, page)
      return { count, items: items.map((entry) => withUserName(state, entry)) }
    },
    async listMixed(projectId, { scopes, itemId, userId }, page) {
      const all = scopes.flatMap((each) => [...activity.ofKind(projectId, each, Number.MAX_SAFE_INTEGER)])
      const found = all.filter(
        (entry) => isBy(entry, userId) && (itemId === undefined || entry.activity.itemId === itemId),
      )
      const newest = found.sort((a, b) => b.place - a.place)
      return pageOfRows(newest, page, (entry) => withUserName(state, entry.activity))
    },
    async listAfter(projectId, scope, place, limit) {
      // In the memory store, a place is the number of earlier entries of the scope.
      const { count } = activity.list(projectId, { scope }, { limit: 0, offset: 0 })
      const taken = Math.max(0, Math.min(limit, count - place))
      const { items } = activity.list(projectId, { scope }, { limit: taken, offset: count - place - taken })
      return { items: items.map((entry) => withUserName(state, entry)).toReversed(), place: place + taken }
    },
    async listNewest(projectId, query, limit) {
      const { scope, before } = query
      const found = (scope ? [scope] : ACTIVITY_SCOPES).flatMap((each) => [
        ...firstOf(activity.ofKind(projectId, each, before), limit, (entry) => isIn(entry, query)),
      ])
      const newest = found.sort((a, b) => b.place - a.place).slice(0, limit)
      return {
        items: newest.map((entry) => withUserName(state, entry.activity)),
        places: newest.map(({ place }) => place),
      }
    },
    async findRange(projectId, range) {
      let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
      for (const scope of ACTIVITY_SCOPES) {
        for (const entry of activity.ofKind(projectId, scope, Number.MAX_SAFE_INTEGER)) {
          if (!isWithin(entry, range)) continue
          first = Math.min(first, entry.place)
          last = Math.max(last, entry.place)
        }
      }
      return last < first ? undefined : { ...range, first, last }
    },
    async listVersions(projectId, item, page) {
      const { count, items } = pageOf([...versionsOf(activity, projectId, item)], page)
      return { count, items: items.map((entry) => withUserName(state, entry)) }
    },
    async findVersion(projectId, item, version) {
      for (const entry of versionsOf(activity, projectId, item)) {
        if (entry.step.version <= version) return withUserName(state, entry)
      }
      return undefined
    },
    async stepsAfter(projectId, scope, versions) {
      return versions.flatMap(({ itemId, version }) => stepsBackTo(activity, projectId, { scope, itemId }, version))
    },
    async hasGapAfter(projectId, item, version, besides) {
      return isCutAfter([...activity.about(projectId, item)], version, besides)
    },
    async walkOf(projectId, item) {
      for (const { step } of versionsOf(activity, projectId, item)) return step.walk
      return 0
    },
    async append(entry) {
      referenced(state.projects.get(entry.projectId), `project ${entry.projectId}`)
      optionalUserOf(state, entry.userId)
      activity.append(entry)
    },
  }
}

function isIn(entry: PlacedActivity, { itemId, userId, range }: NewestQuery): boolean {
  if (itemId !== undefined && entry.activity.itemId !== itemId) return false
  return isBy(entry, userId) && (range === undefined || isWithin(entry, range))
}

function isWithin({ activity: { createdAt } }: PlacedActivity, { from, to }: TimeRange): boolean {
  return (from === undefined || createdAt >= from) && (to === undefined || createdAt < to)
}

function isBy({ activity }: PlacedActivity, userId: number | undefined): boolean {
  return userId === undefined || activity.userId === userId
}

function* firstOf<Item>(items: Iterable<Item>, limit: number, matches: (item: Item) => boolean): Generator<Item> {
  let left = limit
  for (const item of items) {
    if (left === 0) return
    if (!matches(item)) continue
    left -= 1
    yield item
  }
}

type VersionEntry = NewActivity & { readonly step: VersionStep }

/** Iterates over the entries that created versions of a record, newest first. */
function* versionsOf(activity: ActivityLogView, projectId: number, item: ActivityItem): Generator<VersionEntry> {
  for (const entry of activity.about(projectId, item)) {
    if (entry.step) yield { ...entry, step: entry.step }
  }
}

function stepsBackTo(activity: ActivityLogView, projectId: number, item: ActivityItem, version: number): ItemStep[] {
  const later: ItemStep[] = []
  for (const { itemId, step } of versionsOf(activity, projectId, item)) {
    if (step.version <= version) break
    // Callers start at the first keyframe, so steps after an earlier one are not needed.
    if (step.before) later.length = 0
    later.unshift({ itemId, version: step.version, undo: step.undo, before: step.before })
  }
  return later
}

/** The entries are about one record, newest first. */
function isCutAfter(entries: readonly NewActivity[], version: number, besides: string | null): boolean {
  const upTo = entries.findIndex(({ step }) => step && step.version <= version)
  const start = upTo < 0 ? entries.findLastIndex(({ step }) => step) : upTo
  return entries
    .slice(0, Math.max(start, 0))
    .some(({ step, detail }) => !step && detail.changes.every(({ field }) => field !== besides))
}

function withUserName(state: MemoryState, { userId, ...entry }: NewActivity): LoggedActivity {
  const user = optionalUserOf(state, userId)
  return { ...entry, user: user && { firstName: user.firstName, email: user.email } }
}
