import type { FlagVersion } from '@flagdeck/core'
import { FLAG_FIELDS, versionedNames } from '@flagdeck/core/operations'
import * as z from 'zod'
import type { DeepReadonly } from '../../rest/routing/route.ts'
import { flagSchema } from './flag.ts'
import { historicalBody, historicalFields, keptBody } from './version.ts'

/** In the order of the response. */
const SHOWN = { id: true, ...versionedNames(FLAG_FIELDS) } as const

/** A flag as it was at a version (HIST-5). */
export const flagVersionSchema = z
  .object({ ...flagSchema.pick(SHOWN).shape, ...historicalFields('flag') })
  .meta({ id: 'FeatureFlagVersion' })

export function flagVersionBody(flag: FlagVersion): DeepReadonly<z.output<typeof flagVersionSchema>> {
  return { ...keptBody(FLAG_FIELDS, SHOWN, flag), ...historicalBody(flag) }
}
