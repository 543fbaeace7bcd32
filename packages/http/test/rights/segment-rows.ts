import type { JsonObject } from '@flagdeck/core'
import { EDIT, MEMBERS, RUN } from './askers.ts'
import type { Row } from './row.ts'

/** A cohort that flags depend on can be changed by callers who may edit these flags (COHORT-18). */
const cohort = {
  on: 'cohort',
  may: { plain: MEMBERS, deleted: MEMBERS, 'looked at': EDIT },
} as const
const project = { on: 'project', may: MEMBERS } as const
const ada = () => ({ distinct_ids: ['bob'] })

const importing = (sections: JsonObject) => ({ document: { flagdeck_export: 1, ...sections } })

/** Rows about cohorts, persons and groups, and documents of them: docs/behaviour/cohorts.md and persons.md. */
export const SEGMENT_ROWS: Readonly<Record<string, readonly Row[]>> = {
  cohorts_create: [{ ...project, json: () => ({ name: 'new', is_static: true }) }],
  cohorts_partial_update: [
    { ...cohort, json: () => ({ name: 'changed' }) },
    { ...cohort, what: 'deleted', but: { 'looked at': 400 }, json: () => ({ deleted: true }) },
    { ...cohort, what: 'back', json: () => ({ deleted: false }) },
  ],
  cohorts_destroy: [{ on: 'cohort', may: [], otherwise: 405 }],
  cohorts_versions_restore_create: [cohort],
  cohorts_add_persons_to_static_cohort_create: [{ ...cohort, json: ada }],
  cohorts_add_persons_to_static_cohort_partial_update: [{ ...cohort, json: ada }],
  cohorts_persons_destroy: [cohort],
  cohorts_remove_person_from_static_cohort_partial_update: [{ ...cohort, json: () => ({ person_id: 'ada' }) }],
  // Each change requires the same permission as outside of an import (PORT-9).
  projects_import_create: [
    { ...project, json: () => importing({ cohorts: [{ name: 'new', is_static: true }] }) },
    { ...project, what: 'settings', may: RUN, json: () => importing({ project: { timezone: 'Asia/Tokyo' } }) },
  ],
  persons_partial_update: [{ ...project, json: () => ({ properties: { plan: 'free' } }) }],
  persons_update_property_create: [{ ...project, json: () => ({ key: 'plan', value: 'free' }) }],
  persons_delete_property_create: [{ ...project, json: () => ({ $unset: 'plan' }) }],
  // A deleted person is removed from the static cohort as well (PERSON-5).
  persons_destroy: [project, { ...cohort, what: 'in a cohort' }],
  groups_types_create: [{ ...project, json: () => ({ group_type: 'new' }) }],
  groups_types_partial_update: [{ ...project, may: RUN, json: () => ({ group_type: 'renamed' }) }],
  groups_types_destroy: [{ ...project, may: RUN }],
  groups_create: [
    {
      ...project,
      json: ({ ids: { group_type_index = 0 } }) => ({ group_type_index, group_key: 'acme', group_properties: {} }),
    },
  ],
  groups_destroy: [project],
}
