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

/** The reasons in the form that OpenFeature's providers return (PROTO-22). */
export const ANSWER_REASONS = ['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DISABLED', 'UNKNOWN'] as const
type AnswerReason = (typeof ANSWER_REASONS)[number]

/** The possible values of a flag for OpenFeature: any JSON except null. */
export type OpenFeatureValue = NonNullable<JsonValue>

/** The result of a flag in OpenFeature's terms. */
export interface OpenFeatureAnswer {
  /** The value; undefined when the caller's default applies. */
  readonly value: OpenFeatureValue | undefined
  readonly reason: AnswerReason
  /**
   * The variant's key, `true` or `false` for a flag without variants, and `default` when the value is neither
   * (PROTO-21).
   */
  readonly variant: string
  readonly metadata: Readonly<Record<string, string | number | boolean>>
}

/** Why a flag has no result. */
export interface OpenFeatureFailure {
  readonly errorCode: 'GENERAL'
  readonly message: string
}

const TOO_DEEP: OpenFeatureFailure = {
  errorCode: 'GENERAL',
  message: `The payload is nested more than ${MAX_JSON_DEPTH} levels deep.`,
}

/** Returns a decision as OpenFeature's clients expect it, in this process or by its protocol (PROTO-21, PROTO-22). */
export function openFeatureAnswer({ flag, decision }: EvaluatedFlag): OpenFeatureAnswer | OpenFeatureFailure {
  if (decision.failed) return { errorCode: 'GENERAL', message: decision.reason.description }
  const value = answeredValue(flag, decision)
  // A payload is text of any depth. A value that nests too deeply could not be written as JSON again.
  if (typeof value === 'object' && !isJson(value)) return TOO_DEEP
  return {
    value,
    reason: ANSWER_REASON[openFeatureReason(decision, flag)],
    variant: variantName(flag, decision),
    metadata: metadataOf(flag, decision),
  }
}

/**
 * Returns {@link openFeatureAnswer} for a decision that the snapshot has just made; undefined when the flag does not
 * exist. A flag has few decisions, and all subjects share them, so the results are cached.
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

/** Returns which kind of value a flag has for OpenFeature. */
export function valueKind({ filters, is_remote_configuration }: ValuedFlag): 'boolean' | 'variant' | 'payload' {
  if (is_remote_configuration) return 'payload'
  return variantsOf(filters).length > 0 ? 'variant' : 'boolean'
}

/**
 * Returns the value in the type of the flag, because clients reject all others (PROTO-21): the variant's key for a flag
 * with variants, the payload for remote configuration, and otherwise whether the flag is on.
 */
function answeredValue(flag: FlagDefinition, { enabled, variant, payload }: Decision): OpenFeatureValue | undefined {
  switch (valueKind(flag)) {
    case 'boolean':
      return enabled
    case 'variant':
      return variant ?? undefined
    case 'payload':
      // Null is not a value in OpenFeature.
      return payload === null ? undefined : (payloadValue(payload) ?? undefined)
  }
}

/**
 * Returns a name in every case: providers in Python, Ruby and PHP reject a result without a variant, and return the
 * caller's default.
 */
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
