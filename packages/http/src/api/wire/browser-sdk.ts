import type { ProjectSnapshot } from '@flagdeck/core/operations'
import * as z from 'zod'
import { type OfferedFeature, offeredFeatureBody, offeredFeatureSchema } from './offered-feature.ts'

export const NO_SURVEYS = z.object({ surveys: z.array(z.never()), survey_config: z.null() })
export const NO_EXPERIMENTS = z.object({ experiments: z.array(z.never()) })
export const NO_TOURS = z.object({ product_tours: z.array(z.never()) })

/** The stage that posthog-js gets by default, and the stage of a flag without a stored feature. */
const USUAL_STAGE = 'beta' as const

export const earlyAccessFeaturesSchema = z
  .object({ earlyAccessFeatures: z.array(offeredFeatureSchema) })
  .meta({ id: 'EarlyAccessFeatures' })

type Flag = ProjectSnapshot['activeFlags'][number]

/**
 * The features at one of these stages, and the flags without a feature that subjects can turn on for themselves
 * (EVAL-14).
 */
export function earlyAccessFeaturesBody(flags: readonly Flag[], stages: readonly string[] = [USUAL_STAGE]) {
  const features = flags.flatMap((flag) => featureOf(flag) ?? [])
  return { earlyAccessFeatures: features.filter(({ stage }) => stages.includes(stage)) }
}

function featureOf(flag: Flag): OfferedFeature | undefined {
  if (flag.early_access) return offeredFeatureBody(flag, flag.early_access)
  return flag.filters.feature_enrollment === true ? featureOfFlag(flag) : undefined
}

function featureOfFlag({ id, key, name }: Flag): OfferedFeature {
  return {
    id: String(id),
    name: key,
    description: name,
    stage: USUAL_STAGE,
    documentationUrl: null,
    payload: {},
    flagKey: key,
  }
}
