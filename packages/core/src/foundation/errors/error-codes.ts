/**
 * Why an operation was refused. Only the HTTP layer maps kinds to statuses. `validation` has many codes, one for each
 * way in which an input can be invalid.
 */
export type DomainErrorKind =
  | 'validation'
  | 'not_authenticated'
  | 'authentication_failed'
  | 'permission_denied'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'precondition_failed'
  | 'unprocessable'
  | 'misconfigured'
  | 'throttled'

/** The meaning of a code, and what the recipient can do. */
export interface CodeMeaning {
  readonly meaning: string
  readonly action: string
}

/** Problems of an input. */
export const INPUT_CODES = {
  required: {
    meaning: 'A required field is missing.',
    action: 'Send the field that `attr` names.',
  },
  null: {
    meaning: 'A field that must have a value is null.',
    action: 'Send a value, or omit the field to leave it unchanged.',
  },
  blank: {
    meaning: 'A text is empty, or contains only whitespace.',
    action: 'Send at least one visible character.',
  },
  empty: {
    meaning: 'A list is empty.',
    action: 'Send at least one item.',
  },
  invalid_input: {
    meaning: 'A value has the wrong type or format, or conflicts with other values. No more specific code applies.',
    action: 'Read `detail`.',
  },
  invalid_choice: {
    meaning: 'The value is not one of the allowed values.',
    action: 'Send one of the values that the OpenAPI document lists for the field.',
  },
  not_a_list: {
    meaning: 'The value must be a list.',
    action: 'Send a JSON list, even for a single item.',
  },
  not_a_dict: {
    meaning: 'The value must be an object.',
    action: 'Send a JSON object.',
  },
  max_length: {
    meaning: 'A text, list or document is too long.',
    action: 'Send a shorter one; `detail` gives the maximum.',
  },
  min_length: {
    meaning: 'A text is too short.',
    action: 'Send a longer one; `detail` gives the minimum.',
  },
  max_value: {
    meaning: 'A number is too large.',
    action: 'Send a smaller number; `detail` gives the maximum.',
  },
  min_value: {
    meaning: 'A number is too small.',
    action: 'Send a larger number; `detail` gives the minimum.',
  },
  null_characters_not_allowed: {
    meaning: 'A text contains the NUL character, which some databases cannot store.',
    action: 'Remove it.',
  },
  surrogate_characters_not_allowed: {
    meaning:
      'A text contains half of a surrogate pair, which is not a character: the text was cut in the middle of one.',
    action: 'Cut texts only between characters.',
  },
  unread_key: {
    meaning:
      'A key of `filters`, or a field in the body of a flag, has no effect: it is a custom key, a mistyped name, or `rollout_percentage` outside `filters`. The request still succeeds.',
    action: 'Find it in `warnings`, and correct the name unless it is a custom key.',
  },
  inexact_number: {
    meaning:
      'Filters or a payload contain a whole number beyond 2^53, of which only about 16 digits are stored. The request still succeeds.',
    action: 'Find it in `warnings`, and write ids as text.',
  },
  unevaluated_setting: {
    meaning: 'Filters contain a setting of older clients that evaluation ignores. The request still succeeds.',
    action: 'Find it in `warnings`, and send the setting that replaced it.',
  },
  reaches_nobody: {
    meaning:
      'A flag matches no users: it has no condition sets, like a new flag without filters, or all condition sets of a remote configuration are at 0 %. The request still succeeds.',
    action: 'Find it in `warnings`, and add or change a condition set.',
  },
  unique: {
    meaning: 'An object with the same name, key or pair already exists.',
    action: 'Choose a different one, or change the existing object.',
  },
  does_not_exist: {
    meaning: 'A field refers to an object that does not exist, or is not in this project or organization.',
    action: 'Refer to an existing object.',
  },
  invalid_key: {
    meaning: 'The key of a flag contains characters that are not allowed.',
    action: 'Use only letters, digits, hyphens and underscores.',
  },
  cohort_does_not_exist: {
    meaning: 'A filter refers to a cohort that is not in the project.',
    action: 'Send the id of a cohort in the project, or remove the filter.',
  },
  reserved_config_version: {
    meaning: '`filters` contain `version`, a reserved name.',
    action: 'Remove it.',
  },
  invalid_payload_json: {
    meaning: 'A payload is text, but not valid JSON.',
    action: 'Send JSON, or the text of a JSON document.',
  },
} as const satisfies Readonly<Record<string, CodeMeaning>>

/** Problems of filters whose parts do not fit together. */
export const CROSS_FIELD_CODES = {
  variant_rollout_sum_not_100: {
    meaning: 'The rollout percentages of the variants do not add up to 100.',
    action: 'Change them so that they add up to 100.',
  },
  variant_keys_not_unique: {
    meaning: 'Two variants have the same key.',
    action: 'Give each variant its own key.',
  },
  payload_key_not_true: {
    meaning: 'A flag without variants has a payload under a key other than `true`.',
    action: 'Move the payload to `true`, or add the variant.',
  },
  payload_key_not_a_variant: {
    meaning: 'The key of a payload is not a variant of the flag.',
    action: 'Move the payload to the key of a variant, or remove it.',
  },
  payload_breaks_schema: {
    meaning: 'A payload does not match the `payload_schema` of its flag.',
    action: 'Correct the part of the payload that `detail` names, or change the schema.',
  },
  group_variant_not_a_variant: {
    meaning: 'A condition set returns a variant that the flag does not have.',
    action: 'Use one of the variants of the flag, or add the variant.',
  },
  person_aggregation_property_type: {
    meaning: 'A condition set for users contains a filter on groups.',
    action: 'Filter only on users, cohorts and flags, or set a group type for the condition set.',
  },
  group_aggregation_property_type: {
    meaning: 'A condition set for groups contains a filter on something other than groups.',
    action: 'Filter only on groups, or remove the group type of the condition set.',
  },
  group_property_type_index_mismatch: {
    meaning: 'A filter and its condition set have different group types.',
    action: 'Use the same group type for both.',
  },
  in_not_in_requires_cohort: {
    meaning: '`in` or `not_in` is used with something other than a cohort.',
    action: 'Use `exact` or `is_not` with a list of values.',
  },
  flag_property_requires_flag_evaluates_to: {
    meaning: 'A filter on another flag uses an operator other than `flag_evaluates_to`.',
    action: 'Use `flag_evaluates_to`.',
  },
  operator_requires_list_value: {
    meaning: 'The operator of a filter requires a list, but the value is not a list.',
    action: 'Send a list of values.',
  },
  operator_requires_string_value: {
    meaning: 'The operator of a filter requires text, but the value is not text.',
    action: 'Send text, even for a number.',
  },
  date_value_not_parseable: {
    meaning: 'A filter compares with a date, but the value is not a date.',
    action: 'Send a date in ISO 8601, or a relative date such as `-7d`.',
  },
  semver_value_invalid: {
    meaning: 'A filter compares with a version, but the value is not a version.',
    action: 'Send a semantic version such as `1.2.3`; with `semver_wildcard`, one such as `1.2.*`.',
  },
} as const satisfies Readonly<Record<string, CodeMeaning>>

/** All other reasons for which core refuses an operation. */
export const REFUSAL_CODES = {
  not_authenticated: {
    kind: 'not_authenticated',
    meaning: 'The request contains no credential.',
    action: 'Send a key: `Authorization: Bearer phx_…`.',
  },
  authentication_failed: {
    kind: 'authentication_failed',
    meaning: 'The key or token is unknown, or it has expired.',
    action: 'Check that it is complete and from this installation, or create a new one.',
  },
  permission_denied: {
    kind: 'permission_denied',
    meaning: 'The caller is authenticated, but not allowed to do this.',
    action: 'Use a key with the scope or the project that `detail` names, or ask an admin for permission.',
  },
  not_found: {
    kind: 'not_found',
    meaning:
      'Nothing exists at this address, or the caller has no access to it. It may be deleted, in another project, or never have existed.',
    action: 'Check the ids in the path.',
  },
  conflict: {
    kind: 'conflict',
    meaning: 'Another user changed the same object at the same time. Nothing was written.',
    action: 'Read the object again, and repeat your change. For a flag, `extra.conflict` contains both changes.',
  },
  gone: {
    kind: 'gone',
    meaning: 'The object existed, but was already used or has expired.',
    action: 'Read `detail`. For an invitation, ask an admin for a new one.',
  },
  precondition_failed: {
    kind: 'precondition_failed',
    meaning: 'The version in `If-Match` is no longer the newest. Nothing was written.',
    action: 'Read the object again, and send your change with the new version.',
  },
  idempotency_key_reused: {
    kind: 'unprocessable',
    meaning: 'The idempotency key was already used for another request.',
    action: 'Use a new key for each request. Use the same key only to repeat the same request.',
  },
  idempotency_key_unreadable: {
    kind: 'unprocessable',
    meaning: 'The request was already carried out, but its stored response can no longer be decrypted.',
    action: 'Check the current state before you send the request with another key.',
  },
  encryption_key_wrong: {
    kind: 'misconfigured',
    meaning:
      'An encrypted payload cannot be read or written, because the encryption key of the server is missing or wrong.',
    action: 'Ask the operator to set the key that encrypted the payloads; `flagdeck doctor` reports the state.',
  },
  unsupported_query: {
    kind: 'unprocessable',
    meaning: 'The query requests data that is not counted, or is invalid.',
    action: 'Read `detail`: it names the place in the query and the allowed values.',
  },
  history_incomplete: {
    kind: 'unprocessable',
    meaning: 'The version cannot be reconstructed, because its history is incomplete.',
    action: 'Request a later version; the list of versions shows which ones exist.',
  },
  throttled: {
    kind: 'throttled',
    meaning: 'There were too many requests, or too many concurrent counts in one project.',
    action: 'Wait for the number of seconds in `Retry-After`.',
  },
} as const satisfies Readonly<Record<string, CodeMeaning & { readonly kind: DomainErrorKind }>>

/** A problem of a value, in any field. */
export type ValueCode = keyof typeof INPUT_CODES

/** A problem of an input: a word, without the place (EMBED-48). */
export type ViolationCode = ValueCode | keyof typeof CROSS_FIELD_CODES

/** The code that applications switch on when core refuses an operation; docs/errors.md explains each. */
export type ErrorCode = ViolationCode | keyof typeof REFUSAL_CODES

export function kindOf(code: ErrorCode): DomainErrorKind {
  return isRefusal(code) ? REFUSAL_CODES[code].kind : 'validation'
}

function isRefusal(code: ErrorCode): code is keyof typeof REFUSAL_CODES {
  return Object.hasOwn(REFUSAL_CODES, code)
}
