import type { Cohort } from '../../data/records/cohort.ts'
import { COHORT_FIELDS } from '../../data/records/cohort-fields.ts'
import { type JsonObject, withoutUndefined } from '../../foundation/json/json-value.ts'
import {
  type CheckedCohortInput,
  type CreateCohortInput,
  checkUpdateCohort,
  type UpdateCohortInput,
} from '../cohorts/cohort-input.ts'
import { CohortUsers } from '../cohorts/cohort-users.ts'
import { createCohort } from '../cohorts/create-cohort.ts'
import { changeCohort } from '../cohorts/update-cohort.ts'
import { inDependencyOrder } from './dependency-order.ts'
import type { CohortEntry } from './export-document.ts'
import { changedFields, fieldDifferences } from './field-differences.ts'
import type { ImportRun } from './import-run.ts'
import { type NameKey, type Numbered, namesakeBefore, parsedKey, shownReference } from './name-reference.ts'
import { cohortsNamedIn, criteriaWithIds, namedCriteria } from './named-criteria.ts'
import type { OnUnknown } from './named-filters.ts'
import { type Names, StandInNames } from './names.ts'
import type { ParsedEntry } from './parse-document.ts'
import { documentInputs } from './record-documents.ts'

/** The names of the fields that operations take unchanged: in documents, and in their input. */
const FIELD_PAIRS = documentInputs(COHORT_FIELDS, ['is_static', 'filters'])

interface WantedCohort {
  readonly entry: ParsedEntry
  /** The fields in the form of an export. */
  readonly fields: JsonObject
  readonly found: Numbered<Cohort> | undefined
  readonly current: CohortEntry | undefined
}

export async function importCohorts(run: ImportRun): Promise<void> {
  const users = new CohortUsers(run.tx, run.ctx.project.id)
  const wanted: WantedCohort[] = []
  const found = new Map(run.contents.cohorts.map((cohort) => [cohort.key, cohort]))
  const current = currentEntries(run)
  for (const entry of run.wanted.sections.cohorts ?? []) {
    const fields = await run.attempt(entry, () => exportedFields(run, entry))
    if (fields) wanted.push({ entry, fields, found: found.get(entry.key), current: current.get(entry.key) })
  }
  const { ordered, circular: entangled } = inDependencyOrder(wanted, keyOf, (cohort) => [
    ...needsOf(cohort),
    ...namesakeBefore(cohort.entry.key),
  ])
  for (const cohort of ordered) await importCohort(run, users, cohort)
  const { ordered: disentangled, circular } = inDependencyOrder(entangled, keyOf, needsOf)
  for (const { entry } of circular) run.problem(entry.path, 'a cohort cannot contain itself')
  const reserved = await reserve(run, users, disentangled)
  for (const cohort of disentangled) await importCohort(run, users, cohort, reserved.get(cohort))
}

function keyOf({ entry }: WantedCohort): NameKey {
  return entry.key
}

function needsOf({ fields }: WantedCohort): readonly NameKey[] {
  return cohortsNamedIn(fields.filters)
}

/**
 * Creates the missing cohorts with placeholder filters, and returns their ids. If cohorts reference each other by name
 * and number, the order of their numbers can conflict with that of their dependencies. So they are created in the order
 * of their numbers, and get their filters afterwards.
 */
async function reserve(
  run: ImportRun,
  users: CohortUsers,
  cohorts: readonly WantedCohort[],
): Promise<ReadonlyMap<WantedCohort, number>> {
  const ids = new Map<WantedCohort, number>()
  const missing = cohorts.filter(({ found }) => !found)
  for (const cohort of missing.toSorted((a, b) => parsedKey(a.entry.key).number - parsedKey(b.entry.key).number)) {
    const { entry, fields } = cohort
    const filters = fields.is_static === true ? {} : { filters: PLACEHOLDER }
    const made = await run.attempt(entry, () => createCohort(run.ctx, newInput(fields, filters)))
    if (made) {
      await users.note(made)
      ids.set(cohort, made.id)
      run.names.cohorts.add(made.id, entry.key)
    }
  }
  return ids
}

const PLACEHOLDER = { properties: { key: 'placeholder', type: 'person', operator: 'is_set' } } as const

/** Returns the fields that were sent, in the form of an export. */
function exportedFields(run: ImportRun, entry: ParsedEntry): JsonObject {
  const { fields } = entry
  const { is_static } = fields
  const standIns: Names = { ...run.names, cohorts: new StandInNames() }
  const limits = { ...run.ctx.limits, maxFiltersBytes: Number.POSITIVE_INFINITY }
  const checked = checkUpdateCohort(cohortInput(fields, standIns, run.unknownAt(entry)), limits)
  const filters = checked.properties && { properties: namedCriteria(checked.properties, standIns) }
  const plain = FIELD_PAIRS.map(([field, name]) => [field, checked[name as keyof CheckedCohortInput]])
  // Only compared, never sent: each value was just validated, or is compared unchanged.
  return withoutUndefined({ ...Object.fromEntries(plain), is_static, filters }) as JsonObject
}

function cohortInput(fields: JsonObject, names: Names, onUnknown: OnUnknown) {
  const { filters } = fields
  const input = Object.fromEntries(FIELD_PAIRS.map(([field, name]) => [name, fields[field]]))
  const withIds = filters === undefined ? undefined : criteriaWithIds(filters, names, onUnknown)
  return withoutUndefined({ ...input, filters: withIds }) as UpdateCohortInput // validated by the operation
}

async function importCohort(
  run: ImportRun,
  users: CohortUsers,
  { entry, fields, found, current }: WantedCohort,
  reserved?: number,
): Promise<void> {
  const name = shownReference(entry.key)
  if (!found) {
    run.change('create', 'cohort', name)
    const made = await run.attempt(entry, () => create(run, users, entry, reserved))
    if (made) run.names.cohorts.add(made.id, entry.key)
    return
  }
  const differences = fieldDifferences({ ...current }, fields)
  if (differences.length === 0) return run.keep()
  run.change('update', 'cohort', name, differences)
  const changed = changedFields(differences)
  if (changed.has('is_static'))
    return run.problem(`${entry.path}.is_static`, 'cannot be changed: create another cohort')
  const sent = Object.fromEntries(Object.entries(entry.fields).filter(([field]) => changed.has(field)))
  await run.attempt(entry, () =>
    changeCohort(run.ctx, found.item.id, cohortInput(sent, run.names, run.unknownAt(entry)), () => users),
  )
}

async function create(
  run: ImportRun,
  users: CohortUsers,
  entry: ParsedEntry,
  reserved: number | undefined,
): Promise<Cohort> {
  const input = cohortInput(entry.fields, run.names, run.unknownAt(entry))
  if (reserved !== undefined) return changeCohort(run.ctx, reserved, input, () => users)
  const made = await createCohort(run.ctx, newInput(entry.fields, input))
  await users.note(made)
  return made
}

function newInput({ name, is_static: isStatic }: JsonObject, input: UpdateCohortInput): CreateCohortInput {
  return withoutUndefined({ ...input, name, isStatic }) as CreateCohortInput // validated by the operation
}

/** Deletes dependents before the cohorts that they contain. */
export async function deleteSurplusCohorts(run: ImportRun): Promise<void> {
  const wanted = run.wanted.sections.cohorts
  if (!wanted) return
  const kept = new Set(wanted.map(({ key }) => key))
  const current = currentEntries(run)
  const surplus = run.contents.cohorts.filter(({ key }) => !kept.has(key))
  const { ordered, circular } = inDependencyOrder(
    surplus,
    ({ key }) => key,
    ({ key }) => cohortsNamedIn(current.get(key)?.filters),
  )
  // Loaded again, because flags that depended on them may be deleted by now.
  const users = new CohortUsers(run.tx, run.ctx.project.id)
  for (const { key, item } of [...circular, ...ordered].toReversed()) {
    const remove = () => changeCohort(run.ctx, item.id, { deleted: true }, () => users)
    await run.surplus('cohort', shownReference(key), remove)
  }
}

/** Returns the stored cohorts in the form of an export. */
function currentEntries({ contents, current }: ImportRun): ReadonlyMap<NameKey, CohortEntry | undefined> {
  return new Map(contents.cohorts.map(({ key }, index) => [key, current.cohorts[index]]))
}
