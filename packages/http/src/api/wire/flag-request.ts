import type { JsonValue } from '@flagdeck/core'
import { createFlagSchema, isJsonObject, updateFlagSchema } from '@flagdeck/core/operations'
import { renamer, requestBody } from './request-body.ts'

/** Core checks conditions by rules of their own, which name what is wrong; a document shows what they are made of. */
const DOCUMENTED = {
  filters: { $ref: '#/components/schemas/FlagFilters' },
  original_flag: { type: 'object', description: 'The flag as it was read.' },
  rollback_conditions: { type: ['object', 'array', 'null'], items: {} },
}

/** Passed over, the older name would leave a flag that is for some contexts to all of them (FLAG-5). */
const OLDER_NAMES = { evaluationContexts: 'evaluation_tags' }

export const FLAG_WIRE_NAMES = { analyticsDashboardIds: 'analytics_dashboards' } as const

const OPTIONS = { wireNames: FLAG_WIRE_NAMES, otherNames: OLDER_NAMES, documented: DOCUMENTED }

/** The body of a flag's creation. */
export const createFlagBody = requestBody(createFlagSchema, OPTIONS)

const renameFlag = renamer(updateFlagSchema, FLAG_WIRE_NAMES)

/** The body of a flag's update; `original_flag` is a flag itself, so its fields are renamed as well. */
export const updateFlagBody = requestBody(updateFlagSchema, OPTIONS).transform((input) =>
  // Core refuses what is no object.
  isJsonObject(input) && 'originalFlag' in input
    ? { ...input, originalFlag: renameFlag(input.originalFlag as JsonValue) }
    : input,
)
