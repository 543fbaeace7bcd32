import type { Decision } from '../../evaluation/definition/decision.ts'
import type { FlagDefinition } from '../../evaluation/definition/definitions.ts'
import { variantsOf } from '../../evaluation/definition/filter-parts.ts'
import type { FilterInput } from '../../evaluation/definition/flag-filters.ts'
import type { CompiledSnapshot } from '../../evaluation/snapshot/compiled-snapshot.ts'
import { flagOf } from '../../evaluation/snapshot/flags-by-key.ts'
import { isJson, type JsonValue, MAX_JSON_DEPTH } from '../../foundation/json/json-value.ts'
import type { EvaluatedFlag } from './evaluate-with-definitions.ts'
import { type OpenFeatureReason, openFeatureReason } from './openfeature-reason.ts'
import { payloadValue } from './payload-value.ts'

/** Reasons as OpenFeature's providers tell them (PROTO-22). */
export const ANSWER_REASONS = ['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DISABLED', 'UNKNOWN'] as const
type AnswerReason = (typeof ANSWER_REASONS)[number]

/** What a flag can be to OpenFeature: anything that JSON can say but null. */
export type OpenFeatureValue = NonNullable<JsonValue>

/** What a flag answers in OpenFeature's words. */
export interface OpenFeatureAnswer {
  /** Undefined: the caller's own default holds. */
  readonly value: OpenFeatureValue | undefined
  readonly reason: AnswerReason
  /** The variant's key, `true` or `false` of a flag without variants, and `default` where neither is the value (PROTO-21). */
  readonly variant: string
  readonly metadata: Readonly<Record<string, string | number | boolean>>
}

/** Why a flag answers nothing. */
export interface OpenFeatureFailure {
  readonly errorCode: 'GENERAL'
  readonly message: string
}

const TOO_DEEP: OpenFeatureFailure = {
  errorCode: 'GENERAL',
  message: `The payload is nested more than ${MAX_JSON_DEPTH} levels deep.`,
}

/** What a decision is to whoever asks by OpenFeature, in this process or by its protocol (PROTO-21, PROTO-22). */
export function openFeatureAnswer({ flag, decision }: EvaluatedFlag): OpenFeatureAnswer | OpenFeatureFailure {
  if (decision.failed) return { errorCode: 'GENERAL', message: decision.reason.description }
  const value = answeredValue(flag, decision)
  // Payloads are text, and nest as deeply as anybody has written them: nobody could write such a value again.
  if (typeof value === 'object' && !isJson(value)) return TOO_DEEP
  return {
    value,
    reason: ANSWER_REASON[openFeatureReason(decision, flag)],
    variant: variantName(flag, decision),
    metadata: metadataOf(flag, decision),
  }
}

/**
 * {@link openFeatureAnswer} to a decision that the snapshot has just made; undefined when it has no such flag. A flag
 * has few decisions, and everybody is handed the same ones, so whoever asks again gets the same answer.
 */
export function snapshotAnswer(
  snapshot: CompiledSnapshot,
  decision: Decision,
): OpenFeatureAnswer | OpenFeatureFailure | undefined {
  const known = answers.get(decision)
  if (known) return known
  const flag = flagOf(snapshot.parts.flags, decision.key)?.definition
  if (!flag) return undefined
  const answer = openFeatureAnswer({ flag, decision })
  answers.set(decision, answer)
  return answer
}

// Bound: dies with the decision
const answers = new WeakMap<Decision, OpenFeatureAnswer | OpenFeatureFailure>()

interface ValuedFlag {
  readonly filters: FilterInput
  readonly is_remote_configuration?: boolean | null | undefined
}

/** What kind of value a flag has for OpenFeature. */
export function valueKind({ filters, is_remote_configuration }: ValuedFlag): 'boolean' | 'variant' | 'payload' {
  if (is_remote_configuration) return 'payload'
  return variantsOf(filters).length > 0 ? 'variant' : 'boolean'
}

/**
 * The value in the flag's own type, because clients refuse any other: of a flag with variants the variant's key, of
 * remote configuration the payload, of others whether they are on (PROTO-21).
 */
function answeredValue(flag: FlagDefinition, { enabled, variant, payload }: Decision): OpenFeatureValue | undefined {
  switch (valueKind(flag)) {
    case 'boolean':
      return enabled
    case 'variant':
      return variant ?? undefined
    case 'payload':
      // Null is no value.
      return payload === null ? undefined : (payloadValue(payload) ?? undefined)
  }
}

/** Providers in Python, Ruby and PHP refuse an answer without a variant, and return the default of their caller. */
function variantName(flag: FlagDefinition, { enabled, variant }: Decision): string {
  if (variant !== null) return variant
  return valueKind(flag) === 'boolean' ? String(enabled) : 'default'
}

function metadataOf(flag: FlagDefinition, { payload, reason }: Decision): OpenFeatureAnswer['metadata'] {
  return {
    flagId: flag.id,
    version: flag.version,
    reason: reason.code,
    ...(reason.conditionIndex === null ? {} : { conditionIndex: reason.conditionIndex }),
    ...(payload === null ? {} : { payload }),
  }
}

const ANSWER_REASON: Readonly<Record<OpenFeatureReason, AnswerReason>> = {
  static: 'STATIC',
  targeting_match: 'TARGETING_MATCH',
  split: 'SPLIT',
  disabled: 'DISABLED',
  default: 'UNKNOWN',
  unknown: 'UNKNOWN',
  error: 'UNKNOWN',
}
