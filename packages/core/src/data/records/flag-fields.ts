import { timestampOf } from '../../foundation/time/timestamp.ts'
import type { Flag } from './flag.ts'
import type { InputName, RecordField, WireName } from './record-field.ts'

interface FlagField<Value> extends RecordField {
  /**
   * The value of a new flag if the client sends none. If it is missing, the value is required or derived from other
   * fields.
   */
  readonly initial?: Value
  /** Another valid value, which tests of stores write. */
  readonly example: Value
}

const EXAMPLE_TIME = timestampOf(Date.UTC(2020, 0, 1))

/**
 * All fields of a flag and their use outside the store. The accepted input, the recorded changes, the fields of
 * documents and the values of a new flag are derived from this table. Changes are listed in this order. CONTRIBUTING.md
 * explains how to add a field.
 */
export const FLAG_FIELDS = {
  name: { wire: 'name', input: 'name', told: true, document: 'the description', initial: '', example: 'Changed' },
  key: { wire: 'key', input: 'key', told: true, document: 'identifies the flag, also in SDKs', example: 'changed' },
  filters: {
    wire: 'filters',
    input: 'filters',
    told: true,
    document: 'condition sets, variants and payloads; they reference flags by key, cohorts and group types by name',
    example: { groups: [{ rollout_percentage: 12.5 }], payloads: { true: '{}' }, multivariate: { variants: [] } },
  },
  deleted: { wire: 'deleted', input: 'deleted', told: true, document: null, initial: false, example: true },
  active: {
    wire: 'active',
    input: 'active',
    told: true,
    document: 'whether it is enabled',
    initial: true,
    example: false,
  },
  archived: {
    wire: 'archived',
    input: 'archived',
    told: true,
    document: 'whether it is archived; only disabled flags can be',
    initial: false,
    example: true,
  },
  createdAt: { wire: 'created_at', input: 'createdAt', told: false, document: null, example: EXAMPLE_TIME },
  version: { wire: 'version', input: null, told: true, document: null, initial: 1, example: 2 },
  ensureExperienceContinuity: {
    wire: 'ensure_experience_continuity',
    input: 'ensureExperienceContinuity',
    told: true,
    document: 'whether a user gets the same result before and after sign-in',
    initial: false,
    example: null,
  },
  rollbackConditions: {
    wire: 'rollback_conditions',
    input: 'rollbackConditions',
    told: true,
    document: 'JSON, as sent',
    initial: null,
    example: [{ threshold: 1 }],
  },
  performedRollback: {
    wire: 'performed_rollback',
    input: 'performedRollback',
    told: true,
    document: null,
    initial: null,
    example: true,
  },
  tags: { wire: 'tags', input: 'tags', told: true, document: 'in lower case', initial: [], example: ['z', 'a'] },
  evaluationContexts: {
    wire: 'evaluation_contexts',
    input: 'evaluationContexts',
    told: true,
    document: 'names of the places where it is evaluated',
    initial: [],
    example: ['docs'],
  },
  evaluationRuntime: {
    wire: 'evaluation_runtime',
    input: 'evaluationRuntime',
    told: true,
    document: '`server`, `client`, `all` or null',
    initial: 'all',
    example: 'server',
  },
  bucketingIdentifier: {
    wire: 'bucketing_identifier',
    input: 'bucketingIdentifier',
    told: true,
    document: '`distinct_id`, `device_id` or null',
    initial: 'distinct_id',
    example: 'device_id',
  },
  isRemoteConfiguration: {
    wire: 'is_remote_configuration',
    input: 'isRemoteConfiguration',
    told: true,
    document: 'whether it is used only for its payload',
    initial: false,
    example: true,
  },
  hasEncryptedPayloads: {
    wire: 'has_encrypted_payloads',
    input: 'hasEncryptedPayloads',
    told: true,
    document: 'whether its payloads are stored encrypted',
    initial: false,
    example: true,
  },
  hasEnrichedAnalytics: {
    wire: 'has_enriched_analytics',
    input: 'hasEnrichedAnalytics',
    told: true,
    document: 'whether uses of the feature are counted',
    initial: false,
    example: null,
  },
  owner: {
    wire: 'owner',
    input: 'owner',
    told: true,
    document: 'the user or team responsible for it',
    initial: '',
    example: 'Anna',
  },
  payloadSchema: {
    wire: 'payload_schema',
    input: 'payloadSchema',
    told: true,
    document: 'the JSON Schema of its payloads, or null',
    initial: null,
    example: { type: 'object' },
  },
  earlyAccess: {
    wire: 'early_access',
    input: 'earlyAccess',
    told: true,
    document: 'its early access feature, or null',
    initial: null,
    example: {
      name: 'Checkout',
      description: 'One page',
      stage: 'beta',
      documentation_url: 'https://docs.test/checkout',
      payload: { icon: 'cart' },
      created_at: EXAMPLE_TIME,
    },
  },
  usageDashboardId: {
    wire: 'usage_dashboard',
    input: null,
    told: true,
    document: 'whether it has a usage dashboard; import creates it, but never removes it',
    initial: null,
    example: 4,
  },
  analyticsDashboardIds: {
    wire: 'analytics_dashboards',
    input: 'analyticsDashboardIds',
    told: true,
    document: 'the dashboards linked to it; import only adds links',
    initial: [],
    example: [9, 4],
  },
  id: { wire: 'id', input: null, told: false, document: null, example: 7 },
  projectId: { wire: null, input: null, told: false, document: null, example: 7 },
  createdBy: { wire: 'created_by', input: null, told: false, document: null, example: null },
  lastModifiedBy: { wire: 'last_modified_by', input: null, told: false, document: null, example: null },
  updatedAt: { wire: 'updated_at', input: null, told: false, document: null, initial: null, example: EXAMPLE_TIME },
  projectVersion: { wire: null, input: null, told: false, document: null, initial: 1, example: 8 },
  lastCalledAt: {
    wire: 'last_called_at',
    input: null,
    told: false,
    document: null,
    initial: null,
    example: EXAMPLE_TIME,
  },
  usageKey: { wire: null, input: null, told: false, document: null, initial: null, example: 'before' },
  usageOrigin: { wire: null, input: null, told: false, document: null, initial: null, example: 'origin' },
  usageResetAt: {
    wire: 'usage_reset_at',
    input: null,
    told: true,
    document: null,
    initial: null,
    example: EXAMPLE_TIME,
  },
} as const satisfies { readonly [Field in keyof Flag]: FlagField<Flag[Field]> }

type FlagFields = typeof FLAG_FIELDS

/** The names of the stored fields of a flag in the API. */
export type FlagWireName = WireName<FlagFields>

/** The names of the fields of a flag in the input of callers. */
export type FlagInputName = InputName<FlagFields>

/** The fields of {@link FLAG_FIELDS} that have an initial value. */
type InitialField = {
  [Field in keyof Flag]: FlagFields[Field] extends { readonly initial: unknown } ? Field : never
}[keyof Flag]

const INITIAL_VALUES = Object.entries<FlagField<unknown>>(FLAG_FIELDS).flatMap(([field, row]) =>
  'initial' in row ? [[field, row.initial] as const] : [],
)

/**
 * Returns the values of a new flag that the client did not send (FLAG-1). Lists are copies, which flags do not share.
 */
export function initialFlag(): Pick<Flag, InitialField> {
  // Not `structuredClone`, which is slow: an import creates many flags.
  const values = INITIAL_VALUES.map(([field, value]) => [field, Array.isArray(value) ? [...value] : value])
  return Object.fromEntries(values) as Pick<Flag, InitialField> // has exactly these fields
}
