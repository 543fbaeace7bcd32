import { FLAG_FIELDS } from '../../data/records/flag-fields.ts'
import { type CreateFlagInput, createFlagSchema } from '../../features/flags/flag-input.ts'
import type { JsonObject } from '../../foundation/json/json-value.ts'
import { snakeCase } from '../../foundation/json/snake-case.ts'

const WIRE_NAMES = new Map(Object.values(FLAG_FIELDS).map(({ input, wire }) => [String(input), wire]))
const INPUT_FIELDS = new Map(
  Object.keys(createFlagSchema.shape).map((name) => [WIRE_NAMES.get(name) ?? snakeCase(name), name]),
)

/**
 * Fields that the API returns of a flag and that are not stored: a document may contain a flag as the API returned it.
 */
const FOLLOWING_FIELDS = [
  'is_simple_flag',
  'rollout_percentage',
  'experiment_set',
  'experiment_set_metadata',
  'surveys',
  'features',
  'can_edit',
  'user_access_level',
  'status',
  'is_used_in_replay_settings',
  'is_eligible_for_experiment',
  'usage_7d',
  'preview',
  'warnings',
]

const STORED_FIELDS = Object.values(FLAG_FIELDS).flatMap(({ wire }) => wire ?? [])

/** All fields of a flag in the API: those that can be set, and the read-only ones. */
export const KNOWN_FLAG_FIELDS: readonly string[] = [
  ...new Set([...INPUT_FIELDS.keys(), ...STORED_FIELDS, ...FOLLOWING_FIELDS]),
]

/**
 * Returns the input that creates the flag which a document describes in the format of the API. Its values are not
 * checked here.
 */
export function flagInputOf(document: JsonObject): CreateFlagInput {
  const fields = Object.entries(document).flatMap(([field, value]) => {
    const name = INPUT_FIELDS.get(field)
    return name === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(fields) as CreateFlagInput // the callee validates it
}
