import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { ActivityScope, NewActivity } from '../records/activity.ts'
import type { ActivityItem, ActivityQuery } from '../tables/activity-table.ts'
import { frozenCopy } from './frozen-copy.ts'

export interface PlacedActivity {
  /** The position in the log, counted from 0. */
  readonly place: number
  readonly activity: NewActivity
}

type Lists = Map<string, PlacedActivity[]>

/**
 * All committed entries. The log only grows, so all transactions share it: each remembers its length at the start, and
 * a writer holds its own entries back until the commit. Nothing is copied, however long the log is.
 */
export class ActivityLog {
  private length = 0
  // Bound: OUT-8 memory-store
  private readonly lists: Lists = new Map()

  /** Returns a view of the current log, to read and to append to. */
  open(): ActivityLogView {
    return new ActivityLogView(this.lists, this.length)
  }

  /** Appends the entries of a writer to the log. Writers commit one after the other, so their positions are correct. */
  commit(view: ActivityLogView): void {
    for (const activity of view.added) {
      addTo(this.lists, { place: this.length, activity })
      this.length++
    }
  }
}

/** The log as one transaction sees it. */
export class ActivityLogView {
  private readonly committed: Lists
  private readonly committedLength: number
  // Bound: dies with the transaction
  private readonly pending: Lists = new Map()
  // Bound: dies with the transaction
  private readonly pendingEntries: NewActivity[] = []

  constructor(committed: Lists, committedLength: number) {
    this.committed = committed
    this.committedLength = committedLength
  }

  get added(): readonly NewActivity[] {
    return this.pendingEntries
  }

  append(activity: NewActivity): void {
    const entry = { place: this.committedLength + this.pendingEntries.length, activity: frozenCopy(activity) }
    this.pendingEntries.push(entry.activity)
    addTo(this.pending, entry)
  }

  /** Lists entries newest first. */
  list(projectId: number, { scope, itemId }: ActivityQuery, { limit, offset }: PageRequest): Page<NewActivity> {
    const list = listName(projectId, scope, itemId)
    const older = this.committed.get(list) ?? []
    const olderCount = countBefore(older, this.committedLength)
    const newer = this.pending.get(list) ?? []
    const count = olderCount + newer.length
    const items: NewActivity[] = []
    for (let at = count - 1 - offset; at >= 0 && items.length < limit; at--) {
      const entry = at < olderCount ? older[at] : newer[at - olderCount]
      if (entry) items.push(entry.activity)
    }
    return { count, items }
  }

  /** Iterates lazily over the entries of a kind before position `before`, newest first. */
  *ofKind(projectId: number, scope: ActivityScope, before: number): Generator<PlacedActivity> {
    const list = listName(projectId, scope)
    const older = this.committed.get(list) ?? []
    const newer = this.pending.get(list) ?? []
    yield* backFrom(newer, countBefore(newer, before))
    yield* backFrom(older, countBefore(older, Math.min(before, this.committedLength)))
  }

  /** Iterates lazily over all entries of a record, newest first. */
  *about(projectId: number, { scope, itemId }: ActivityItem): Generator<NewActivity> {
    const list = listName(projectId, scope, itemId)
    for (const { activity } of (this.pending.get(list) ?? []).toReversed()) yield activity
    const older = this.committed.get(list) ?? []
    for (let at = countBefore(older, this.committedLength) - 1; at >= 0; at--) {
      const entry = older[at]
      if (entry) yield entry.activity
    }
  }
}

function* backFrom(entries: readonly PlacedActivity[], length: number): Generator<PlacedActivity> {
  for (let at = length - 1; at >= 0; at--) {
    const entry = entries[at]
    if (entry) yield entry
  }
}

function addTo(lists: Lists, entry: PlacedActivity): void {
  const { projectId, scope, itemId } = entry.activity
  for (const name of [listName(projectId, scope), listName(projectId, scope, itemId)]) {
    const list = lists.get(name)
    if (list) list.push(entry)
    else lists.set(name, [entry])
  }
}

function listName(projectId: number, scope: ActivityScope, itemId?: string): string {
  return itemId === undefined ? `${projectId}/${scope}` : `${projectId}/${scope}/${itemId}`
}

/** Returns the number of entries of a list that are among the first `length` of the log. */
function countBefore(list: readonly PlacedActivity[], length: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle]?.place ?? length) < length) low = middle + 1
    else high = middle
  }
  return low
}
