import type { Output } from '../../api/call.ts'

type ProjectEntry = Output<'listNewestProjectActivity'>['results'][number]

/** An entry of the activity of a project, a flag or an organization; entries of an organization have no versions. */
export type Entry = Omit<ProjectEntry, 'version'> & { readonly version?: number | null }

/** One row: consecutive entries of one user about one record, newest first. Most rows have one entry. */
export interface Fold {
  readonly id: string
  readonly newest: Entry
  readonly entries: readonly Entry[]
}

export interface Day {
  /** The date in the time zone of the browser. */
  readonly date: string
  readonly start: Date
  readonly count: number
  readonly folds: readonly Fold[]
}

/** Groups entries, which are newest first, by day and optionally by record and user. */
export function daysOf(entries: readonly Entry[], isGrouped: boolean): readonly Day[] {
  const days = Map.groupBy(entries, ({ created_at }) => dateOf(new Date(created_at)))
  return [...days].map(([date, own]) => ({
    date,
    start: new Date(own[0]?.created_at ?? 0),
    count: own.length,
    folds: isGrouped ? folded(own) : own.map((entry) => foldOf([entry])),
  }))
}

/** Returns the local date as `2026-11-27`. */
export function dateOf(time: Date): string {
  const [year, month, day] = [time.getFullYear(), time.getMonth() + 1, time.getDate()]
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

function folded(entries: readonly Entry[]): readonly Fold[] {
  const groups: Entry[][] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    if (last?.[0] && isAlike(last[0], entry)) last.push(entry)
    else groups.push([entry])
  }
  return groups.map(foldOf)
}

function isAlike(one: Entry, other: Entry): boolean {
  return (
    one.scope === other.scope &&
    one.item_id === other.item_id &&
    one.user.email === other.user.email &&
    one.user.first_name === other.user.first_name
  )
}

export function recordOf({ scope, item_id }: Entry): string {
  return `${scope} ${item_id}`
}

/** Returns the newest version of each record. The entries are newest first. */
export function newestVersions(entries: readonly Entry[]): ReadonlyMap<string, number> {
  const versions = new Map<string, number>()
  for (const entry of entries) {
    const record = recordOf(entry)
    if (entry.version != null && !versions.has(record)) versions.set(record, entry.version)
  }
  return versions
}

function foldOf(entries: readonly Entry[]): Fold {
  const [newest] = entries
  if (!newest) throw new Error('a fold has entries')
  // The oldest entry identifies a fold, so that newer entries which join it do not change its id.
  return { id: entries.at(-1)?.id ?? newest.id, newest, entries }
}
