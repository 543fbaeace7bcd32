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
    meaning: 'A field is missing.',
    action: 'Send the field that `attr` names.',
  },
  null: {
    meaning: 'A field that cannot be empty is null.',
    action: 'Send a value, or leave the field out to leave it as it is.',
  },
  blank: {
    meaning: 'A text has no character, or none but blanks.',
    action: 'Send a text that can be read.',
  },
  empty: {
    meaning: 'A list has no entry.',
    action: 'Send at least one.',
  },
  invalid_input: {
    meaning: 'A value has the wrong type or form, or does not go with the rest: whatever has no code of its own.',
    action: 'Read `detail`.',
  },
  invalid_choice: {
    meaning: 'A value is none of those that are possible.',
    action: 'Send one that the OpenAPI document lists for the field.',
  },
  not_a_list: {
    meaning: 'Something else stands where a list belongs.',
    action: 'Send a JSON list, also for a single entry.',
  },
  not_a_dict: {
    meaning: 'Something else stands where an object belongs.',
    action: 'Send a JSON object.',
  },
  max_length: {
    meaning: 'A text, a list or a document is too long.',
    action: 'Send less; `detail` says how much may be sent.',
  },
  min_length: {
    meaning: 'A text is too short.',
    action: 'Send more; `detail` says how much is needed.',
  },
  max_value: {
    meaning: 'A number is too large.',
    action: 'Send one up to the bound in `detail`.',
  },
  min_value: {
    meaning: 'A number is too small.',
    action: 'Send one from the bound in `detail`.',
  },
  null_characters_not_allowed: {
    meaning: 'A text has the character NUL, which not every database can keep.',
    action: 'Take it out.',
  },
  surrogate_characters_not_allowed: {
    meaning: 'A text has half of a surrogate pair, which is no character: it was cut in the middle of one.',
    action: 'Cut texts between characters.',
  },
  unread_key: {
    meaning:
      "Nothing reads a key of the filters, or a field of a flag's body: a client's own, a known one that was mistyped, or `rollout_percentage` outside of the filters. Nothing is refused.",
    action: 'Look for it in `warnings`, and correct the name unless it is your own.',
  },
  inexact_number: {
    meaning:
      'Filters or a payload have a whole number beyond 2^53, which is kept to about 16 digits. Nothing is refused.',
    action: 'Look for it in `warnings`, and write ids as text.',
  },
  unevaluated_setting: {
    meaning: 'Filters have a setting of older clients that evaluation does not read. Nothing is refused.',
    action: 'Look for it in `warnings`, and send the setting that replaced it.',
  },
  reaches_nobody: {
    meaning:
      'A flag has no conditions, also a new one without filters, or all conditions of a remote configuration are at 0 %. Nothing is refused.',
    action: 'Look for it in `warnings`, and add or change a condition.',
  },
  unique: {
    meaning: 'There is already one of these with the same name, key or pair.',
    action: 'Choose another, or change the one that is there.',
  },
  does_not_exist: {
    meaning: 'A field names something that is not there, or not in this project or organization.',
    action: 'Name what exists here.',
  },
  invalid_key: {
    meaning: 'The key of a flag has other characters than it may.',
    action: 'Use letters, digits, hyphens and underscores.',
  },
  cohort_does_not_exist: {
    meaning: 'A filter asks for a cohort that is not in the project.',
    action: 'Name a cohort of the project by its id, or take the filter away.',
  },
  reserved_config_version: {
    meaning: '`filters` have a `version`, a name that is reserved.',
    action: 'Take it out.',
  },
  invalid_payload_json: {
    meaning: 'A payload is text that is no JSON.',
    action: 'Send JSON, or the text of a JSON document.',
  },
} as const satisfies Readonly<Record<string, CodeMeaning>>

/** Problems of filters whose parts do not fit together. */
export const CROSS_FIELD_CODES = {
  variant_rollout_sum_not_100: {
    meaning: 'The percentages of the variants do not add up to 100.',
    action: 'Change them until they do.',
  },
  variant_keys_not_unique: {
    meaning: 'Two variants have the same key.',
    action: 'Give each a key of its own.',
  },
  payload_key_not_true: {
    meaning: 'A flag without variants has a payload for something else than `true`.',
    action: 'Put the payload under `true`, or add the variant.',
  },
  payload_key_not_a_variant: {
    meaning: 'A payload belongs to no variant of the flag.',
    action: 'Put it under the key of a variant, or take it away.',
  },
  payload_breaks_schema: {
    meaning: 'A payload does not fit the `payload_schema` of its flag.',
    action: 'Change what `detail` names in the payload, or the schema.',
  },
  group_variant_not_a_variant: {
    meaning: 'A condition set answers with a variant that the flag does not have.',
    action: 'Name one of its variants, or add it.',
  },
  person_aggregation_property_type: {
    meaning: 'A condition set about persons has a filter on groups.',
    action: 'Let the condition set be about groups, or filter on persons, cohorts and flags.',
  },
  group_aggregation_property_type: {
    meaning: 'A condition set about groups has a filter on something else.',
    action: 'Filter on groups, or let the condition set be about persons.',
  },
  group_property_type_index_mismatch: {
    meaning: 'A filter is about another group type than its condition set.',
    action: 'Give both the same group type.',
  },
  in_not_in_requires_cohort: {
    meaning: '`in` or `not_in` is used on something else than a cohort.',
    action: 'Use `exact` or `is_not` with a list of values.',
  },
  flag_property_requires_flag_evaluates_to: {
    meaning: 'A filter on another flag has another operator than `flag_evaluates_to`.',
    action: 'Use that one.',
  },
  operator_requires_list_value: {
    meaning: 'The operator of a filter compares with a list, and there is none.',
    action: 'Send a list of values.',
  },
  operator_requires_string_value: {
    meaning: 'The operator of a filter compares with a text, and there is none.',
    action: 'Send a text, also for a number.',
  },
  date_value_not_parseable: {
    meaning: 'A filter compares with a date, and the value is none.',
    action: 'Send a date in ISO 8601, or a relative one such as `-7d`.',
  },
  semver_value_invalid: {
    meaning: 'A filter compares with a version, and the value is none.',
    action: 'Send a semantic version such as `1.2.3`; with `semver_wildcard`, one such as `1.2.*`.',
  },
} as const satisfies Readonly<Record<string, CodeMeaning>>

/** All other reasons for which core refuses an operation. */
export const REFUSAL_CODES = {
  not_authenticated: {
    kind: 'not_authenticated',
    meaning: 'The request says nothing of who sends it.',
    action: 'Send a key: `Authorization: Bearer phx_…`.',
  },
  authentication_failed: {
    kind: 'authentication_failed',
    meaning: 'The key or token is not known, or it has expired.',
    action: 'Look whether it is whole and of this installation, or make a new one.',
  },
  permission_denied: {
    kind: 'permission_denied',
    meaning: 'Who asks is known, and may not do this.',
    action: 'Use a key with the scope or the project that `detail` names, or ask an admin for the right.',
  },
  not_found: {
    kind: 'not_found',
    meaning: 'There is nothing at this address, or not for who asks: deleted, of another project, or never there.',
    action: 'Look at the ids in the path.',
  },
  conflict: {
    kind: 'conflict',
    meaning: 'Somebody else changed the same thing meanwhile. Nothing was written.',
    action:
      'Read it again, and repeat the change on what is there now; `extra.conflict` has what everybody made of a flag.',
  },
  gone: {
    kind: 'gone',
    meaning: 'What the request names was there once, and is used up or too old.',
    action: 'Read `detail`; of an invitation, ask an admin for another.',
  },
  precondition_failed: {
    kind: 'precondition_failed',
    meaning: 'The version that the request asks for (`If-Match`) is no longer the newest. Nothing was written.',
    action: 'Read it again, and send the change with its new version.',
  },
  idempotency_key_reused: {
    kind: 'unprocessable',
    meaning: 'The idempotency key was used before, for another request.',
    action: 'Give every request a key of its own; only the same request is sent again with the same key.',
  },
  idempotency_key_unreadable: {
    kind: 'unprocessable',
    meaning: 'The request was carried out before, and its answer cannot be decrypted any more.',
    action: 'Look at what is there before you send it with another key.',
  },
  encryption_key_wrong: {
    kind: 'misconfigured',
    meaning: 'An encrypted payload cannot be read or written: the encryption key of the server is missing or wrong.',
    action: 'Ask the operator to set the key with which payloads were encrypted; `flagdeck doctor` reports the state.',
  },
  unsupported_query: {
    kind: 'unprocessable',
    meaning: 'The query asks for something that is not counted here, or asks in a way that is not understood.',
    action: 'Read `detail`: it names the place in the query and what is possible there.',
  },
  history_incomplete: {
    kind: 'unprocessable',
    meaning: 'What the version was cannot be told: something changed before its history was kept.',
    action: 'Ask for a later version; the list of versions says which there are.',
  },
  throttled: {
    kind: 'throttled',
    meaning: 'Too many requests came, or too many counts of one project go on at once.',
    action: 'Wait as many seconds as `Retry-After` says.',
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
