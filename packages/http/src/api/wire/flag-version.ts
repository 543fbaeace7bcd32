import type { FlagVersion } from '@flagdeck/core'
import { FLAG_FIELDS, type VersionedName } from '@flagdeck/core/operations'
import { z } from 'zod'
import type { DeepReadonly } from '../../rest/routing/route.ts'
import { flagSchema } from './flag.ts'
import { historicalBody, historicalFields, keptBody } from './version.ts'

/** In the order of the answer. */
const SHOWN = {
  id: true,
  name: true,
  key: true,
  filters: true,
  deleted: true,
  active: true,
  archived: true,
  rollback_conditions: true,
  performed_rollback: true,
  ensure_experience_continuity: true,
  tags: true,
  evaluation_contexts: true,
  evaluation_runtime: true,
  bucketing_identifier: true,
  is_remote_configuration: true,
  has_encrypted_payloads: true,
  has_enriched_analytics: true,
  owner: true,
  payload_schema: true,
  analytics_dashboards: true,
} as const satisfies Record<VersionedName<typeof FLAG_FIELDS> | 'id', true>

/** A flag as it was at a version (HIST-5). */
export const flagVersionSchema = z
  .object({ ...flagSchema.pick(SHOWN).shape, ...historicalFields('flag') })
  .meta({ id: 'FeatureFlagVersion' })

export function flagVersionBody(flag: FlagVersion): DeepReadonly<z.output<typeof flagVersionSchema>> {
  return { ...keptBody(FLAG_FIELDS, SHOWN, flag), ...historicalBody(flag) }
}
