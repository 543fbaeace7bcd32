import type { Decision, Reason } from '../definition/decision.ts'
import type { FlagDefinition } from '../definition/definitions.ts'
import { UnevaluableError } from '../definition/unevaluable-error.ts'
import { CountedDecision } from './counted-decision.ts'
import { reason } from './reason.ts'

/**
 * The decisions that one flag can come to. They say nothing of the subject, so a compiled flag makes each of them once
 * and hands it out again and again; that is why they are frozen.
 */
export interface Answers {
  off(why: Reason): Decision
  /** On, without a variant. */
  on(why: Reason): Decision
  variant(key: string, why: Reason): Decision
}

export function answersOf(definition: FlagDefinition): Answers {
  const decide = (enabled: boolean, variant: string | null, why: Reason): Decision =>
    new CountedDecision({
      key: definition.key,
      enabled,
      variant,
      payload: enabled ? payloadOf(definition, variant ?? 'true') : null,
      reason: Object.freeze(why),
      flagId: definition.id,
      version: definition.version,
      failed: false,
    })
  return {
    off: (why) => decide(false, null, why),
    on: (why) => decide(true, null, why),
    variant: (key, why) => decide(true, key, why),
  }
}

/** The answer of a flag that cannot be evaluated. */
export function failedDecision(definition: FlagDefinition, error: unknown): Decision {
  const off = answersOf(definition).off(reason('evaluation_failed', null, problemText(error)))
  return new CountedDecision({ ...off, failed: true })
}

/** What is wrong with a definition, by the error that came of it. */
export function problemText(error: unknown): string {
  // What the platform throws on a damaged definition explains nothing to those who read decisions.
  return error instanceof UnevaluableError ? error.message : 'its definition is damaged'
}

/** What a flag answers to those that depend on it, when whoever asks may not see it. */
export function hiddenDecision(definition: FlagDefinition): Decision {
  return answersOf(definition).off(reason('flag_disabled'))
}

/** The answer about a key that no flag has. */
export function unknownFlagDecision(key: string): Decision {
  return {
    key,
    enabled: false,
    variant: null,
    payload: null,
    reason: reason('flag_not_found'),
    flagId: null,
    version: null,
    failed: false,
  }
}

/** JSON text; the empty text counts as no payload, as it does in every SDK. */
function payloadOf(definition: FlagDefinition, key: string): string | null {
  const payloads = definition.filters.payloads
  const stored: unknown = payloads && Object.hasOwn(payloads, key) ? payloads[key] : null
  if (!stored) return null
  return typeof stored === 'string' ? stored : JSON.stringify(stored)
}
