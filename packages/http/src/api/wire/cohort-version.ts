import { type CohortVersion, formatTimestamp } from '@flagdeck/core/operations'
import { z } from 'zod'
import { cohortCriteria, cohortSchema } from './cohorts.ts'
import { historicalBody, historicalFields } from './version.ts'

const SHOWN = cohortSchema.pick({
  id: true,
  name: true,
  description: true,
  filters: true,
  deleted: true,
  is_static: true,
  created_at: true,
})

/** A cohort as it was at a version (HIST-5). */
export const cohortVersionSchema = z
  .object({
    ...SHOWN.shape,
    created_by: z.int().nullable().describe('the id of who made the cohort'),
    ...historicalFields,
  })
  .meta({ id: 'CohortVersion' })

export function cohortVersionBody(cohort: CohortVersion) {
  return {
    id: cohort.id,
    name: cohort.name,
    description: cohort.description,
    filters: cohortCriteria(cohort),
    deleted: cohort.deleted,
    is_static: cohort.isStatic,
    created_at: formatTimestamp(cohort.createdAt),
    created_by: cohort.createdBy?.id ?? null,
    ...historicalBody(cohort),
  }
}
