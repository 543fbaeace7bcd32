import type { Cohort } from '../../data/records/cohort.ts'
import { COHORT_FIELDS } from '../../data/records/cohort-fields.ts'
import { toldFields, type VersionedField, versionedFields } from '../../data/records/record-field.ts'
import { documentOf, type VersionedKind } from './versioned-kind.ts'

const VERSIONED_FIELDS = versionedFields(COHORT_FIELDS)

/** The fields of a cohort that its versions contain. The members of a static cohort are not among them. */
export type CohortState = Pick<Cohort, VersionedField<typeof COHORT_FIELDS>>

export const COHORT_HISTORY: VersionedKind<Cohort> = {
  scope: 'Cohort',
  told: toldFields(COHORT_FIELDS),
  tellsEveryVersion: true,
  unversionedField: 'memberCount',
  find: (tx, projectId, id) => tx.cohorts.find(projectId, id),
  stateOf: (cohort) => documentOf(cohort, VERSIONED_FIELDS),
}
