import * as z from 'zod'

/** The response of the definitions feed (docs/reference/definitions.md). */
export const definitionsSchema = z
  .object({
    flags: z.array(z.record(z.string(), z.unknown())),
    group_type_mapping: z.record(z.string(), z.string()),
    cohorts: z.record(z.string(), z.unknown()),
    minimal_flag_called_events: z.boolean(),
    property_matching_version: z.int(),
    timezone: z.string(),
  })
  .meta({ id: 'FlagDefinitions' })
