import type { Cohort } from './cohort.ts'
import type { InputName, RecordField, WireName } from './record-field.ts'

/** All fields of a cohort and their use outside the store. Changes are listed in this order. */
export const COHORT_FIELDS = {
  name: { wire: 'name', input: 'name', told: true, document: 'identifies the cohort' },
  description: { wire: 'description', input: 'description', told: true, document: 'text' },
  isStatic: {
    wire: 'is_static',
    input: 'isStatic',
    told: false,
    document: 'whether it is a list of members; the document does not contain them; cannot be changed',
  },
  properties: {
    wire: 'filters',
    input: 'filters',
    told: true,
    document: 'the rule of a cohort that is not static; it references other cohorts by name',
  },
  deleted: { wire: 'deleted', input: 'deleted', told: true, document: null },
  // Only the number of members is recorded: a list may have a million.
  memberCount: { wire: 'count', input: null, told: true, document: null },
  id: { wire: 'id', input: null, told: false, document: null },
  projectId: { wire: null, input: null, told: false, document: null },
  createdBy: { wire: 'created_by', input: null, told: false, document: null },
  createdAt: { wire: 'created_at', input: null, told: false, document: null },
  version: { wire: 'version', input: null, told: false, document: null },
  projectVersion: { wire: null, input: null, told: false, document: null },
} as const satisfies Record<keyof Cohort, RecordField>

/** The names of the fields of a cohort in the API. */
export type CohortWireName = WireName<typeof COHORT_FIELDS>
export type CohortInputName = InputName<typeof COHORT_FIELDS>
