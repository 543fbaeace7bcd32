import type { JsonObject, JsonValue, ProjectContext, WrittenFlag } from '@flagdeck/core'
import { createFlagSchema, isJsonObject, updateFlagSchema, withUnreadFields } from '@flagdeck/core/operations'
import { flagSchema } from './flag.ts'
import { fieldsOf, renamer, requestBody, wireNamesOf } from './request-body.ts'
import { unreadNames } from './unknown-fields.ts'

/** Core validates conditions with precise errors, so the schemas here only document their structure. */
const DOCUMENTED = {
  filters: { $ref: '#/components/schemas/FlagFilters' },
  original_flag: { type: 'object', description: 'The flag as it was read.' },
  rollback_conditions: { type: ['object', 'array', 'null'], items: {} },
}

/** Ignoring the older name would make a flag that is limited to some contexts available in all of them (FLAG-5). */
const OLDER_NAMES = { evaluationContexts: 'evaluation_tags' }

export const FLAG_WIRE_NAMES = { analyticsDashboardIds: 'analytics_dashboards' } as const

/** The fields of PostHog's records and forms that have no effect here. */
const POSTHOG_FIELDS = ['team', 'team_id', 'project_id', '_create_in_folder', '_should_create_usage_dashboard']
const sentBack = [...fieldsOf(flagSchema), ...POSTHOG_FIELDS]

const OPTIONS = { wireNames: FLAG_WIRE_NAMES, otherNames: OLDER_NAMES, documented: DOCUMENTED, sentBack }

export const createFlagBody = requestBody(createFlagSchema, OPTIONS)

const renameFlag = renamer(updateFlagSchema, FLAG_WIRE_NAMES)

/** The body of a flag's update; `original_flag` is a flag itself, so its fields are renamed as well. */
export const updateFlagBody = requestBody(updateFlagSchema, OPTIONS).transform((input) =>
  // Core refuses anything but an object.
  isJsonObject(input) && 'originalFlag' in input
    ? { ...input, originalFlag: renameFlag(input.originalFlag as JsonValue) }
    : input,
)

/** Adds the percentage that a client sends back, which core compares with that of the flag (FLAG-165). */
export function withSentPercentage<Input>(input: Input, { rollout_percentage: rolloutPercentage }: JsonObject): Input {
  return rolloutPercentage === undefined ? input : { ...input, rolloutPercentage }
}

const known = wireNamesOf(createFlagSchema, FLAG_WIRE_NAMES)
const read = [...known, ...sentBack, ...Object.values(OLDER_NAMES)]

/** Adds a warning about fields of the body that have no effect (FLAG-164). */
export function withUnreadNames(project: ProjectContext, flag: WrittenFlag, sent: JsonObject): WrittenFlag {
  return withUnreadFields(project, flag, unreadNames(sent, read), known)
}
