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

/** The fields of an input. Violations are reported in the order of the fields. */
const fields = {
  name: textField().max(MAX_DESCRIPTION_LENGTH),
  key: textField()
    .min(1)
    .max(MAX_KEY_LENGTH)
    .refine(
      (key) => /^[a-zA-Z0-9_-]+$/.test(key),
      rule('invalid_key', 'Only letters, numbers, hyphens (-) & underscores (_) are allowed.'),
    ),
  /**
   * Payloads can be any JSON; they are stored as JSON text. Separate rules validate them, because their errors name a
   * path.
   */
  filters: z.unknown() as unknown as z.ZodType<FilterInput, FilterInput>,
  deleted: booleanField(),
  active: booleanField(),
  archived: booleanField(),
  /** ISO 8601. */
  createdAt: dateTimeField(),
  /** The version that the client read. It allows conflicts to be detected (FLAG-23). */
  version: wholeNumberField().nullable(),
  ensureExperienceContinuity: booleanField().nullable(),
  /** Separate rules reject new values that are text or numbers. */
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
  /** The user or team that maintains the flag; null and blank text mean no owner (FLAG-96). */
  owner: textField()
    .max(MAX_OWNER_LENGTH)
    .nullable()
    .transform((text) => text?.trim() ?? ''),
  /** A JSON Schema; null for none (FLAG-120). */
  payloadSchema: documentField(MAX_PAYLOAD_SCHEMA_LENGTH).nullable(),
  /** The feature that users can enable for themselves; null for none (FLAG-149). */
  earlyAccess: earlyAccessSchema.nullable(),
  /** The ids of dashboards to link; links are only added. */
  analyticsDashboardIds: z.array(idField()).max(MAX_LIST_LENGTH),
  /** The flag as the client read it. When missing, the history of the flag is used (EDIT-9). */
  originalFlag: z.unknown(),
  /** Where in a product the flag was created. It is ignored, and accepted because clients send it. */
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

/** The input that creates a flag. Only the key is required (FLAG-3). */
export const createFlagSchema = withReadOnly(z.object(fields).partial().required({ key: true }), READ_ONLY)
/** The input that changes a flag; omitted fields are unchanged. */
export const updateFlagSchema = withReadOnly(z.object(fields).partial(), READ_ONLY)

/** The fields of a flag that a client can set. Omitted fields are unchanged (FLAG-20). */
export type UpdateFlagInput = Sent<typeof updateFlagSchema>
/** The fields of a new flag; only the key is required. */
export type CreateFlagInput = Sent<typeof createFlagSchema>

type CheckedFields = z.output<typeof updateFlagSchema>

/** Input with validated fields; missing fields were not sent. */
export type CheckedFlagInput = { readonly [F in keyof CheckedFields]?: Exclude<CheckedFields[F], undefined> }

/** Validates the input of a new flag, except for misspelled keys of its filters. */
export function checkCreateFlag(input: unknown, limits: Limits): CheckedFlagInput & { readonly key: string } {
  const checked = check(createFlagSchema, input, limits)
  return checked as CheckedFlagInput & { readonly key: string } // required by the schema
}

export function checkUpdateFlag(input: unknown, limits: Limits): CheckedFlagInput {
  return check(updateFlagSchema, input, limits)
}

/** Validates each field separately. The error contains all violations, and reports the first in field order. */
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
  return withoutUndefined({ ...parsed.data, filters: structure?.filters }) as CheckedFlagInput // both are valid
}

const FIELD_ORDER = Object.keys(fields)

/** Sorts violations by field. The sort is stable, and violations of the whole object are last. */
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
