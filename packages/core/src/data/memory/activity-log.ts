import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { ActivityScope, NewActivity } from '../records/activity.ts'
import type { ActivityItem, ActivityQuery } from '../tables/activity-table.ts'
import { frozenCopy } from './frozen-copy.ts'

export interface PlacedActivity {
  /** Its place in the log, counted from 0. */
  readonly place: number
  readonly activity: NewActivity
}

type Lists = Map<string, PlacedActivity[]>

/**
 * Every entry ever written. It only grows, so one log serves all transactions: each remembers how long the log was
 * when it began, and a writer keeps its own entries aside until it commits. Nothing is copied, however long it gets.
 */
export class ActivityLog {
  private length = 0
  // Bound: OUT-8 memory-store
  private readonly lists: Lists = new Map()

  /** The log as it is now, to read and to add to. */
  open(): ActivityLogView {
    return new ActivityLogView(this.lists, this.length)
  }

  /** Makes the entries that a writer added part of the log. Writers commit one after the other, so places fit. */
  commit(view: ActivityLogView): void {
    for (const activity of view.added) {
      addTo(this.lists, { place: this.length, activity })
      this.length++
    }
  }
}

/** What one transaction sees of the log. */
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

  /** Newest first. */
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

  /** Entries of a kind that are placed before `before`, the newest first, as far as they are asked for. */
  *ofKind(projectId: number, scope: ActivityScope, before: number): Generator<PlacedActivity> {
    const list = listName(projectId, scope)
    const older = this.committed.get(list) ?? []
    const newer = this.pending.get(list) ?? []
    yield* backFrom(newer, countBefore(newer, before))
    yield* backFrom(older, countBefore(older, Math.min(before, this.committedLength)))
  }

  /** All entries about a thing, the newest first, as far as they are asked for. */
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

/** How many entries of a list were in the log when it was `length` long. */
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
