import type { Cohort } from '../../data/records/cohort.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import { type JsonObject, withoutUndefined } from '../../foundation/json/json-value.ts'
import { mergeValues, saySame } from '../../foundation/json/merge-values.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { COHORT_HISTORY } from '../../runtime/history/cohort-history.ts'
import { findState } from '../../runtime/history/read-version.ts'
import type { CheckedCohortInput } from './cohort-input.ts'

/** The fields that an update sets. */
type Fields = Omit<CheckedCohortInput, 'version' | 'isStatic'>

/**
 * Returns the fields that remain to be written. An update of an older version is merged with the changes of other
 * users, field by field; the criteria are one field. If both sides changed a field to different values, the update is
 * refused (EDIT-20).
 */
export async function mergeCohortEdit(
  tx: ReadTransaction,
  { project }: Pick<ProjectContext, 'project'>,
  before: Cohort,
  { version, isStatic: _, ...sent }: CheckedCohortInput,
): Promise<Fields> {
  if (version == null || version === before.version) return sent
  const base = await findState(tx, project.id, COHORT_HISTORY, before, version)
  const theirs = COHORT_HISTORY.stateOf(before)
  const mine = sent as JsonObject // checked input is plain data
  const merged = Object.entries(mine).map(([field, value]) => {
    const sides = { base: base?.[field], theirs: theirs[field], mine: value }
    if (base) return { field, ...mergeValues(sides, field) }
    // Without the base it is unknown which side changed the field, unless both values are equal.
    return { field, value, overlaps: saySame(sides.theirs, value) ? [] : [field] }
  })
  const contested = merged.flatMap(({ overlaps }) => overlaps)
  if (contested.length > 0) throw cohortConflict(before, contested, { base: base ?? {}, theirs, mine })
  return Object.fromEntries(merged.map(({ field, value }) => [field, value])) as Fields // of the same fields
}

type Sides = Readonly<Record<'base' | 'theirs' | 'mine', JsonObject>>

function cohortConflict({ version }: Cohort, fields: readonly string[], { base, theirs, mine }: Sides): DomainError {
  const detail = 'The cohort was updated by another user since you started editing it. Please refresh and try again.'
  const show = (side: JsonObject) => asSent(Object.fromEntries(fields.map((field) => [field, side[field]])))
  const paths = fields.map((field) => (field === 'properties' ? 'filters' : field))
  const conflict = { version, paths, base: show(base), theirs: show(theirs), mine: show(mine) }
  return new DomainError('conflict', detail, null, { conflict })
}

/** Returns fields as clients send them: the criteria are part of `filters`. */
function asSent({ properties, ...fields }: { readonly [field: string]: JsonObject[string] | undefined }): JsonObject {
  return withoutUndefined({ ...fields, filters: properties === undefined ? undefined : { properties } }) as JsonObject
}
