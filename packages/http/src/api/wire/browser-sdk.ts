import type { ProjectSnapshot } from '@flagdeck/core/operations'
import * as z from 'zod'

export const NO_SURVEYS = z.object({ surveys: z.array(z.never()), survey_config: z.null() })
export const NO_EXPERIMENTS = z.object({ experiments: z.array(z.never()) })
export const NO_TOURS = z.object({ product_tours: z.array(z.never()) })

/** What stage a flag is in for those who turn it on: posthog-js knows `concept`, `beta` and others, and flags have one. */
const STAGE = 'beta' as const

const earlyAccessFeature = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  stage: z.literal(STAGE),
  documentationUrl: z.null(),
  payload: z.object({}),
  flagKey: z.string(),
})

export const earlyAccessFeaturesSchema = z
  .object({ earlyAccessFeatures: z.array(earlyAccessFeature) })
  .meta({ id: 'EarlyAccessFeatures' })

/** Those of these flags that people may turn on and off for themselves (EVAL-14). */
export function earlyAccessFeaturesBody(flags: ProjectSnapshot['activeFlags'], stages: readonly string[] | undefined) {
  const asked = stages === undefined || stages.includes(STAGE) ? flags : []
  const open = asked.filter(({ filters }) => filters.feature_enrollment === true)
  return {
    earlyAccessFeatures: open.map(({ id, key, name }) => ({
      id: String(id),
      name: key,
      description: name,
      stage: STAGE,
      documentationUrl: null,
      payload: {},
      flagKey: key,
    })),
  }
}
