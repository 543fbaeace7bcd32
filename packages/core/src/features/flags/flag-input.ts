import * as z from 'zod'
import { MAX_KEY_LENGTH, MAX_OWNER_LENGTH, MAX_PAYLOAD_SCHEMA_LENGTH } from '../../data/records/flag.ts'
import type { FlagInputName } from '../../data/records/flag-fields.ts'
import { BUCKETING_IDENTIFIERS, EVALUATION_RUNTIMES } from '../../evaluation/definition/definitions.ts'
import type { FilterInput } from '../../evaluation/definition/flag-filters.ts'
import { withoutUndefined } from '../../foundation/json/json-value.ts'
import {
  boundedJsonField,
  documentField,
  idField,
  MAX_DESCRIPTION_LENGTH,
  MAX_LIST_LENGTH,
  tagsField,
  wholeNumberField,
} from '../../foundation/validation/bounded-fields.ts'
import { dateTimeField } from '../../foundation/validation/date-time-field.ts'
import { booleanField, textField } from '../../foundation/validation/fields.ts'
import { fieldNames, withReadOnly } from '../../foundation/validation/read-only-fields.ts'
import { refuseIfAny } from '../../foundation/validation/refuse.ts'
import type { Sent } from '../../foundation/validation/sent.ts'
import { unknownFields } from '../../foundation/validation/unknown-fields.ts'
import type { Violation } from '../../foundation/validation/violation.ts'
import { rule, violationsOf } from '../../foundation/validation/violations-of.ts'
import type { Limits } from '../../runtime/context.ts'
import { filterSizeViolations } from '../filters/filter-size.ts'
import { checkFilterStructure } from '../filters/filter-structure.ts'
import { earlyAccessSchema } from './early-access/early-access-input.ts'
import type { FlagDetails } from './flag-details.ts'
import type { WrittenFlag } from './written-flag.ts'

/** The order of the fields is the order in which their violations are reported. */
const fields = {
  name: textField().max(MAX_DESCRIPTION_LENGTH),
  key: textField()
    .min(1)
    .max(MAX_KEY_LENGTH)
    .refine(
      (key) => /^[a-zA-Z0-9_-]+$/.test(key),
      rule('invalid_key', 'Only letters, numbers, hyphens (-) & underscores (_) are allowed.'),
    ),
  /** Payloads may be any JSON; they are stored as JSON text. Checked by rules of its own: errors name a path inside it. */
  filters: z.unknown() as unknown as z.ZodType<FilterInput, FilterInput>,
  deleted: booleanField(),
  active: booleanField(),
  archived: booleanField(),
  /** ISO 8601. */
  createdAt: dateTimeField(),
  /** The version that the client read, which lets conflicts be told (FLAG-23). */
  version: wholeNumberField().nullable(),
  ensureExperienceContinuity: booleanField().nullable(),
  /** Text and numbers are refused where they are new: by rules of their own. */
  rollbackConditions: boundedJsonField().meta({ type: ['object', 'array', 'null'] }),
  performedRollback: booleanField().nullable(),
  tags: tagsField(),
  evaluationContexts: z
    .array(textField().max(255))
    .max(MAX_LIST_LENGTH)
    .transform(distinctNames)
    .pipe(z.array(z.string()).max(50)),
  evaluationRuntime: z.enum(EVALUATION_RUNTIMES).nullable(),
  bucketingIdentifier: z.enum(BUCKETING_IDENTIFIERS).nullable(),
  isRemoteConfiguration: booleanField().nullable(),
  hasEncryptedPayloads: booleanField().nullable(),
  hasEnrichedAnalytics: booleanField().nullable(),
  /** Who looks after it; null and blank text: nobody (FLAG-96). */
  owner: textField()
    .max(MAX_OWNER_LENGTH)
    .nullable()
    .transform((text) => text?.trim() ?? ''),
  /** A JSON Schema; null: none (FLAG-120). */
  payloadSchema: documentField(MAX_PAYLOAD_SCHEMA_LENGTH).nullable(),
  /** What clients are offered to turn on for themselves; null: nothing (FLAG-149). */
  earlyAccess: earlyAccessSchema.nullable(),
  /** Ids of dashboards to link; links are only ever added. */
  analyticsDashboardIds: z.array(idField()).max(MAX_LIST_LENGTH),
  /** The flag as the client read it; without it, its history says how it was then (EDIT-9). */
  originalFlag: z.unknown(),
  /** Where in a product the flag was made; noted by nobody, accepted because clients send it. */
  creationContext: z.enum([
    'feature_flags',
    'experiments',
    'surveys',
    'early_access_features',
    'web_experiments',
    'product_tours',
  ]),
} satisfies Record<FlagInputName, z.ZodType> & Record<string, z.ZodType>

const READ_ONLY = fieldNames<Omit<FlagDetails & WrittenFlag & { readonly usage7d: unknown }, keyof typeof fields>>({
  id: true,
  projectId: true,
  usageDashboardId: true,
  createdBy: true,
  lastModifiedBy: true,
  updatedAt: true,
  projectVersion: true,
  lastCalledAt: true,
  usageKey: true,
  usageOrigin: true,
  usageResetAt: true,
  canEdit: true,
  userAccessLevel: true,
  status: true,
  isSimpleFlag: true,
  rolloutPercentage: true,
  isEligibleForExperiment: true,
  warnings: true,
  usage7d: true,
})

/** What a client may send to create a flag, of which only the key is required (FLAG-3). */
export const createFlagSchema = withReadOnly(z.object(fields).partial().required({ key: true }), READ_ONLY)
/** What a client may send to change a flag; what is missing stays as it is. */
export const updateFlagSchema = withReadOnly(z.object(fields).partial(), READ_ONLY)

/** The fields of a flag that a client may set. Missing means "leave as it is" (FLAG-20). */
export type UpdateFlagInput = Sent<typeof updateFlagSchema>
/** The fields of a new flag; only the key has to be said. */
export type CreateFlagInput = Sent<typeof createFlagSchema>

type CheckedFields = z.output<typeof updateFlagSchema>

/** Input whose every field was checked; what is missing was not sent. */
export type CheckedFlagInput = { readonly [F in keyof CheckedFields]?: Exclude<CheckedFields[F], undefined> }

/** Checks the input of a new flag, except for near misses among the keys of its filters. */
export function checkCreateFlag(input: unknown, limits: Limits): CheckedFlagInput & { readonly key: string } {
  const checked = check(createFlagSchema, input, limits)
  return checked as CheckedFlagInput & { readonly key: string } // required by the schema
}

export function checkUpdateFlag(input: unknown, limits: Limits): CheckedFlagInput {
  return check(updateFlagSchema, input, limits)
}

/** Checks every field on its own. Refuses with all that is wrong at once; the first in field order is the one reported. */
function check(schema: typeof createFlagSchema | typeof updateFlagSchema, input: unknown, limits: Limits) {
  const parsed = schema.safeParse(input, { reportInput: true })
  const sent = (input as { readonly filters?: unknown } | null)?.filters
  // The parts of filters that are too large are not validated: that would take as long as there are keys.
  const tooLarge = filterSizeViolations(sent, limits.maxFiltersBytes)
  const structure = sent === undefined || tooLarge.length > 0 ? undefined : checkFilterStructure(sent)
  const violations = [
    ...(parsed.success ? [] : violationsOf(parsed.error)),
    ...unknownFields(schema, input),
    ...(structure?.violations ?? []),
    ...tooLarge,
  ]
  refuseIfAny(inFieldOrder(violations))
  return withoutUndefined({ ...parsed.data, filters: structure?.filters }) as CheckedFlagInput // both halves were just checked
}

const FIELD_ORDER = Object.keys(fields)

/** Stable: violations of one field keep their order; those of the whole object come last. */
export function inFieldOrder(violations: readonly Violation[]): Violation[] {
  const place = ({ attr }: Violation) => {
    const index = FIELD_ORDER.indexOf(attr?.split('__')[0] ?? '')
    return index === -1 ? FIELD_ORDER.length : index
  }
  return violations.toSorted((a, b) => place(a) - place(b))
}

function distinctNames(values: readonly string[]): string[] {
  return [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))]
}
