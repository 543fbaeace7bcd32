import type { EarlyAccessFeature } from '@flagdeck/core'
import { createEarlyAccessSchema, formatTimestamp, updateEarlyAccessSchema } from '@flagdeck/core/operations'
import * as z from 'zod'
import type { DeepReadonly } from '../../rest/routing/route.ts'
import { flagSchema, storedFeatureSchema } from './flag.ts'
import { fieldsOf, requestBody } from './request-body.ts'

/** The fields of the flag that clients of early access features need. */
const shortFlagSchema = z
  .object({
    team_id: z.int().describe('The project.'),
    ...flagSchema.pick({
      id: true,
      name: true,
      key: true,
      filters: true,
      deleted: true,
      active: true,
      ensure_experience_continuity: true,
      has_encrypted_payloads: true,
      version: true,
      evaluation_runtime: true,
      bucketing_identifier: true,
      evaluation_contexts: true,
    }).shape,
  })
  .meta({ id: 'MinimalFeatureFlag' })

/** An early access feature, as the API returns it. */
export const earlyAccessFeatureSchema = z
  .object({ id: z.uuid(), feature_flag: shortFlagSchema, ...storedFeatureSchema.shape })
  .meta({ id: 'EarlyAccessFeature' })

const refuseUnknownExcept = fieldsOf(earlyAccessFeatureSchema)

export const createEarlyAccessBody = requestBody(createEarlyAccessSchema, { refuseUnknownExcept })
export const updateEarlyAccessBody = requestBody(updateEarlyAccessSchema, { refuseUnknownExcept })

export function earlyAccessFeatureBody(
  feature: EarlyAccessFeature,
): DeepReadonly<z.output<typeof earlyAccessFeatureSchema>> {
  const { featureFlag: flag } = feature
  return {
    id: feature.id,
    feature_flag: {
      id: flag.id,
      team_id: flag.projectId,
      name: flag.name,
      key: flag.key,
      filters: flag.filters,
      deleted: flag.deleted,
      active: flag.active,
      ensure_experience_continuity: flag.ensureExperienceContinuity,
      has_encrypted_payloads: flag.hasEncryptedPayloads,
      version: flag.version,
      evaluation_runtime: flag.evaluationRuntime,
      bucketing_identifier: flag.bucketingIdentifier,
      evaluation_contexts: flag.evaluationContexts,
    },
    name: feature.name,
    description: feature.description,
    stage: feature.stage,
    documentation_url: feature.documentationUrl,
    payload: feature.payload,
    created_at: formatTimestamp(feature.createdAt),
  }
}
