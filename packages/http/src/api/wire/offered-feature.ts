import type { EarlyAccess } from '@flagdeck/core'
import { EARLY_ACCESS_STAGES, earlyAccessId } from '@flagdeck/core/operations'
import * as z from 'zod'
import type { DeepReadonly } from '../../rest/routing/route.ts'

/** An early access feature in the form that posthog-js reads. */
export const offeredFeatureSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    stage: z.enum(EARLY_ACCESS_STAGES),
    documentationUrl: z.string().nullable(),
    payload: z.record(z.string(), z.unknown()),
    flagKey: z.string(),
  })
  .meta({ id: 'OfferedFeature' })

export type OfferedFeature = DeepReadonly<z.output<typeof offeredFeatureSchema>>

export function offeredFeatureBody(
  flag: { readonly id: number; readonly key: string },
  feature: EarlyAccess,
): OfferedFeature {
  return {
    id: earlyAccessId(flag.id),
    name: feature.name,
    description: feature.description,
    stage: feature.stage,
    documentationUrl: feature.documentation_url,
    payload: feature.payload,
    flagKey: flag.key,
  }
}
