import type { Decision, Reason } from '../definition/decision.ts'
import type { FlagDefinition } from '../definition/definitions.ts'
import { UnevaluableError } from '../definition/unevaluable-error.ts'
import { CountedDecision } from './counted-decision.ts'
import { detailedReason, reason } from './reason.ts'

/**
 * Makes the decisions that one flag can come to. They say nothing of the subject, so whoever asks for one keeps it and
 * hands it out again and again; that is why they are frozen.
 */
export class Answers {
  readonly #definition: FlagDefinition

  constructor(definition: FlagDefinition) {
    this.#definition = definition
  }

  off(why: Reason): Decision {
    return this.#decision(false, null, why)
  }

  /** On: with a variant, or without where `variant` is null. */
  on(variant: string | null, why: Reason): Decision {
    return this.#decision(true, variant, why)
  }

  #decision(enabled: boolean, variant: string | null, reason: Reason): Decision {
    const { key, id, version } = this.#definition
    const payload = enabled ? payloadOf(this.#definition, variant ?? 'true') : null
    return new CountedDecision({ enabled, variant, key, payload, reason, flagId: id, version, failed: false })
  }
}

/** The answer of a flag that cannot be evaluated. */
export function failedDecision(definition: FlagDefinition, error: unknown): Decision {
  const off = new Answers(definition).off(detailedReason('evaluation_failed', null, ` (${problemText(error)})`))
  return new CountedDecision({ ...off, failed: true })
}

/** What is wrong with a definition, by the error that came of it. */
export function problemText(error: unknown): string {
  // What the platform throws on a damaged definition explains nothing to those who read decisions.
  return error instanceof UnevaluableError ? error.message : 'its definition is damaged'
}

/** What a flag answers that is off; and to flags that depend on it, one that whoever asks may not see. */
export function disabledDecision(definition: FlagDefinition): Decision {
  return new Answers(definition).off(reason('flag_disabled'))
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
