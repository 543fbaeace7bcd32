import { wayBack } from '../graph/way-back.ts'
import type { ReadTransaction } from '../storage/store.ts'
import { shown } from '../validation/shown.ts'
import { type Violation, violation } from '../validation/violation.ts'
import { parseId, referencedFlagIds, referencedFlagKeys } from './filters/flag-references.ts'
import type { Flag } from './flag.ts'
import { wholeFlag } from './flag-rules.ts'

/** The flag that is about to be stored; `id` is undefined while it is being created. */
type Dependent = Pick<Flag, 'key' | 'filters' | 'projectId'> & { readonly id?: number }

/** The rules about which other flags a flag's filters may look at (flags-api.md section 2.3). */
export async function dependencyViolations(tx: ReadTransaction, flag: Dependent): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const key of referencedFlagKeys(flag.filters)) {
    const found = await referenceViolation(tx, flag, key)
    if (found) violations.push(filtersViolation(found))
  }
  return violations.length > 0 ? violations : cycleViolations(tx, flag)
}

/** Refuses to enable a flag that looks at flags which are not there any more, or that would wait for itself. */
export async function goneDependencyViolations(tx: ReadTransaction, flag: Dependent): Promise<Violation[]> {
  const ids = [...referencedFlagIds(flag.filters)]
  const targets = await Promise.all(ids.map((id) => tx.flags.find(flag.projectId, id)))
  const gone = ids.filter((_, index) => targets[index]?.deleted ?? true)
  return gone.length > 0 ? gone.map((id) => filtersViolation(nonExistent(id))) : cycleViolations(tx, flag)
}

/** Refuses filters by which a flag would wait for itself. Those of a deleted flag count again once it is restored. */
export async function cycleViolations(tx: ReadTransaction, flag: Dependent): Promise<Violation[]> {
  if (flag.id === undefined) return []
  const cycle = await findCycle(tx, { ...flag, id: flag.id })
  return cycle ? [filtersViolation(`Circular dependency detected: ${cycle.join(' → ')}`)] : []
}

async function referenceViolation(tx: ReadTransaction, flag: Dependent, key: string): Promise<string | undefined> {
  const id = parseId(key)
  if (id === undefined) {
    return `Flag dependencies must reference flag IDs (integers), not flag keys. Invalid reference: '${shown(key)}'`
  }
  if (id === flag.id) return `Feature flag '${flag.key}' cannot depend on itself`
  const target = await tx.flags.find(flag.projectId, id)
  if (!target || target.deleted) return nonExistent(id)
  if (target.active) return undefined
  return (
    `Cannot create dependency on disabled flag '${target.key}' (ID: ${id}). ` +
    'Flag dependencies must reference active flags only.'
  )
}

function nonExistent(id: number): string {
  return `Flag dependency references non-existent flag with ID ${id}`
}

/** Keys along a way from the flag back to itself, if its new dependencies make one. */
async function findCycle(
  tx: ReadTransaction,
  flag: Dependent & { readonly id: number },
): Promise<readonly string[] | undefined> {
  const next = new Map<number, number[]>()
  for (const { flagId, dependsOnFlagId } of await tx.flagDependencies.list(flag.projectId)) {
    next.set(flagId, [...(next.get(flagId) ?? []), dependsOnFlagId])
  }
  next.set(flag.id, [...referencedFlagIds(flag.filters)])
  const way = wayBack(next, flag.id)
  if (!way) return undefined
  const keys = await Promise.all(way.map(async (id) => (await tx.flags.find(flag.projectId, id))?.key ?? String(id)))
  return [flag.key, ...keys.slice(1, -1), flag.key]
}

/** Refuses to delete or disable a flag that enabled flags still look at. */
export async function dependentViolations(
  tx: ReadTransaction,
  flag: Pick<Flag, 'id' | 'projectId'>,
  action: 'delete' | 'disable',
): Promise<Violation[]> {
  const dependents = await activeDependents(tx, flag)
  if (dependents.length === 0) return []
  return [
    wholeFlag(
      `Cannot ${action} this feature flag because other flags depend on it: ${listed(dependents)}. ` +
        'Please update or disable the dependent flags first.',
    ),
  ]
}

/** Refuses to enable a flag while a flag that it looks at is disabled. */
export async function disabledDependencyViolations(
  tx: ReadTransaction,
  flag: Pick<Flag, 'projectId' | 'filters'>,
): Promise<Violation[]> {
  const targets = await flagsById(tx, flag.projectId, referencedFlagIds(flag.filters))
  const disabled = targets.filter((target) => !target.deleted && !target.active)
  if (disabled.length === 0) return []
  return [
    wholeFlag(
      `Cannot enable this feature flag because it depends on disabled flags: ${listed(disabled)}. ` +
        'Please enable the dependency flags first.',
    ),
  ]
}

/** Enabled flags that look at this one, by key. */
async function activeDependents(tx: ReadTransaction, flag: Pick<Flag, 'id' | 'projectId'>): Promise<readonly Flag[]> {
  const all = await tx.flagDependencies.list(flag.projectId)
  const ids = all.filter(({ dependsOnFlagId }) => dependsOnFlagId === flag.id).map(({ flagId }) => flagId)
  const flags = await flagsById(tx, flag.projectId, ids)
  return flags
    .filter((dependent) => dependent.active && !dependent.deleted)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

async function flagsById(tx: ReadTransaction, projectId: number, ids: readonly number[]): Promise<Flag[]> {
  const flags = await Promise.all(ids.map((id) => tx.flags.find(projectId, id)))
  return flags.filter((flag) => flag !== undefined)
}

const SHOWN_FLAGS = 5

function listed(flags: readonly Pick<Flag, 'key' | 'id'>[]): string {
  const shown = flags.slice(0, SHOWN_FLAGS).map((flag) => `${flag.key} (ID: ${flag.id})`)
  const more = flags.length - shown.length
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function filtersViolation(detail: string): Violation {
  return violation('filters', 'invalid_input', detail)
}
