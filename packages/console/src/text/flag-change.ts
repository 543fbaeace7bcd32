import { percent } from '../parts/number.ts'
import { isolate } from './isolate.ts'
import { valueText } from './operators.ts'

/** One field of a change in the activity log. */
export interface Change {
  readonly field: string
  readonly before?: unknown
  readonly after?: unknown
}

interface SetShape {
  readonly rollout_percentage?: number | null
  readonly properties?: readonly unknown[]
}

interface FiltersShape {
  readonly groups?: readonly SetShape[]
  readonly multivariate?: unknown
  readonly payloads?: unknown
}

/** Fields that change with every other field, or that no user sets. */
const SILENT = new Set(['version', 'updated_at', 'last_modified_by', 'performed_rollback'])

export function spokenChanges<Each extends Change>(changes: readonly Each[]): readonly Each[] {
  return changes.filter(({ field }) => !SILENT.has(field))
}

/** Returns what a user did to a flag: "turned it on and raised the rollout of condition set 1 from 10% to 25%". */
export function changeSentence(activity: string, changes: readonly Change[]): string {
  if (activity === 'created') return 'created the flag'
  if (activity === 'deleted') return 'deleted the flag'
  const said = spokenChanges(changes).flatMap(partsOf)
  if (activity === 'restored') return listed(['restored the flag', ...said])
  return said.length === 0 ? 'saved the flag' : listed(said)
}

function partsOf({ field, before, after }: Change): readonly string[] {
  switch (field) {
    case 'active':
      return [after === true ? 'turned it on' : 'turned it off']
    case 'archived':
      return [after === true ? 'archived it' : 'unarchived it']
    case 'deleted':
      return [after === true ? 'deleted it' : 'restored it']
    case 'key':
      return [`renamed it from ${named(before)} to ${named(after)}`]
    case 'name':
      return ['changed the description']
    case 'owner':
      return [after ? `set the owner to ${named(after)}` : 'removed the owner']
    case 'payload_schema':
      return [after ? 'changed the payload schema' : 'removed the payload schema']
    case 'role_access':
      return ['changed access']
    case 'usage_reset_at':
      return ['reset its usage']
    case 'filters':
      return filterParts((before ?? {}) as FiltersShape, (after ?? {}) as FiltersShape) // filters as they were stored
    default:
      return [`changed ${field.replaceAll('_', ' ')}`]
  }
}

/** Returns a key or a name, which users choose (CONSOLE-180). */
const named = (value: unknown): string => isolate(valueText(value))

function filterParts(before: FiltersShape, after: FiltersShape): readonly string[] {
  const parts = setParts(before.groups ?? [], after.groups ?? [])
  const variants = differs(before.multivariate, after.multivariate) ? ['changed the variants'] : []
  const payloads = differs(before.payloads, after.payloads) ? ['changed the payloads'] : []
  const all = [...parts, ...variants, ...payloads]
  return all.length > 0 ? all : ['changed the condition sets']
}

function setParts(before: readonly SetShape[], after: readonly SetShape[]): readonly string[] {
  if (after.length > before.length) return [`added ${sets(after.length - before.length)}`]
  if (after.length < before.length) return [`removed ${sets(before.length - after.length)}`]
  return after.flatMap((set, index) => oneSet(before[index] ?? {}, set, index + 1))
}

const sets = (count: number): string => (count === 1 ? 'a condition set' : `${count} condition sets`)

function oneSet(before: SetShape, after: SetShape, number: number): readonly string[] {
  const { rollout_percentage: from, ...restBefore } = before
  const { rollout_percentage: to, ...restAfter } = after
  const share = shareChange(from ?? 100, to ?? 100, number)
  return differs(restBefore, restAfter) ? [...share, `changed condition set ${number}`] : share
}

function shareChange(from: number, to: number, number: number): readonly string[] {
  if (from === to) return []
  const verb = to > from ? 'raised' : 'lowered'
  return [`${verb} the rollout of condition set ${number} from ${percent(from)} to ${percent(to)}`]
}

function differs(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) !== JSON.stringify(other ?? null)
}

function listed(parts: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(parts)
}
