import type { Output } from '../api/call.ts'

type Flag = Pick<
  Output<'retrieveFlag'>,
  'active' | 'created_at' | 'filters' | 'is_remote_configuration' | 'last_called_at' | 'status' | 'updated_at'
>

/** The state of a flag in one or two words, its reason, and the colour of its dot. */
export interface FlagState {
  readonly word: string
  readonly why: string
  readonly colour: string
}

const DAY_MS = 86_400_000
const NEW_DAYS = 14
const NOW_AND_THEN_DAYS = 2

const QUIET = 'var(--off)'
const ON = 'var(--on)'
const WARN = 'var(--warn)'
const NEW = 'var(--accent)'

/** Returns the state of a flag and its reason, for lists and the flag's page. */
export function flagState(flag: Flag, now: number): FlagState {
  if (flag.status === 'DELETED') return { word: 'Deleted', why: 'Can be restored', colour: QUIET }
  if (flag.status === 'ARCHIVED') return { word: 'Archived', why: 'Off until unarchived', colour: QUIET }
  if (!flag.active) return { word: 'Off', why: 'Returns false', colour: QUIET }
  if (flag.status === 'STALE') return { word: 'Stale', why: whyStale(flag, now), colour: WARN }
  if (isForEveryone(flag)) return { word: 'Fully rolled out', why: sinceWhen(flag, now), colour: WARN }
  if (flag.last_called_at === null && daysSince(flag.created_at, now) < NEW_DAYS) {
    return { word: 'New', why: 'Not called yet', colour: NEW }
  }
  return { word: 'Active', why: lastCall(flag, now), colour: ON }
}

function whyStale({ last_called_at, created_at }: Flag, now: number): string {
  if (last_called_at === null) return `Never called in ${days(daysSince(created_at, now))}`
  const ago = daysSince(last_called_at, now)
  return ago > NOW_AND_THEN_DAYS ? `Not called for ${days(ago)}` : 'Same result for everyone'
}

function sinceWhen({ updated_at, created_at }: Flag, now: number): string {
  const unchanged = daysSince(updated_at ?? created_at, now)
  return unchanged < 1 ? 'Changed today' : `Unchanged for ${days(unchanged)}`
}

function lastCall({ last_called_at }: Flag, now: number): string {
  if (last_called_at === null) return 'Never called'
  const ago = daysSince(last_called_at, now)
  return ago < 1 ? 'Called today' : `Called ${days(ago)} ago`
}

/** Whether everyone gets the same result. Remote configuration does this on purpose, so it does not count. */
function isForEveryone({ filters, is_remote_configuration }: Flag): boolean {
  if (is_remote_configuration) return false
  const sets = filters.groups ?? []
  const open = sets.find((set) => (set.properties ?? []).length === 0 && (set.rollout_percentage ?? 100) === 100)
  if (!open) return false
  const variants = filters.multivariate?.variants ?? []
  if (variants.length === 0) return true
  const given = variants.find(({ rollout_percentage }) => rollout_percentage === 100)?.key
  const answers = new Set(sets.map(({ variant }) => variant || given))
  return answers.size === 1 && !answers.has(undefined)
}

function daysSince(moment: string, now: number): number {
  return Math.max(0, Math.floor((now - Date.parse(moment)) / DAY_MS))
}

function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`
}
