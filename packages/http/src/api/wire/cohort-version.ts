import type { CohortVersion } from '@flagdeck/core/operations'
import { COHORT_FIELDS, versionedNames } from '@flagdeck/core/operations'
import * as z from 'zod'
import type { DeepReadonly } from '../../rest/routing/route.ts'
import { cohortCriteria, cohortSchema } from './cohorts.ts'
import { historicalBody, historicalFields, keptBody } from './version.ts'

/** In the order of the response. */
const SHOWN = { id: true, ...versionedNames(COHORT_FIELDS), is_static: true } as const

/** A cohort as it was at a version (HIST-5). */
export const cohortVersionSchema = z
  .object({ ...cohortSchema.pick(SHOWN).shape, ...historicalFields('cohort') })
  .meta({ id: 'CohortVersion' })

export function cohortVersionBody(cohort: CohortVersion): DeepReadonly<z.output<typeof cohortVersionSchema>> {
  const kept = keptBody(COHORT_FIELDS, SHOWN, cohort)
  return { ...kept, filters: cohortCriteria(cohort), ...historicalBody(cohort) }
}
