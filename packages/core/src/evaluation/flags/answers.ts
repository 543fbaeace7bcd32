import type { Decision, Reason } from '../definition/decision.ts'
import type { FlagDefinition } from '../definition/definitions.ts'
import { UnevaluableError } from '../definition/unevaluable-error.ts'
import { CountedDecision } from './counted-decision.ts'
import { detailedReason, reason } from './reason.ts'

/**
 * Creates the possible decisions of one flag. They contain nothing about the subject, so the same objects are returned
 * for many subjects. They are frozen for that reason.
 */
export class Answers {
  readonly #definition: FlagDefinition

  constructor(definition: FlagDefinition) {
    this.#definition = definition
  }

  off(why: Reason): Decision {
    return this.#decision(false, null, why)
  }

  /** Returns an enabled decision: with a variant, or without one if `variant` is null. */
  on(variant: string | null, why: Reason): Decision {
    return this.#decision(true, variant, why)
  }

  #decision(enabled: boolean, variant: string | null, reason: Reason): Decision {
    const { key, id, version } = this.#definition
    const payload = enabled ? payloadOf(this.#definition, variant ?? 'true') : null
    return new CountedDecision({ enabled, variant, key, payload, reason, flagId: id, version, failed: false })
  }
}

/** Returns the decision of a flag that cannot be evaluated. */
export function failedDecision(definition: FlagDefinition, error: unknown): Decision {
  const off = new Answers(definition).off(detailedReason('evaluation_failed', null, ` (${problemText(error)})`))
  return new CountedDecision({ ...off, failed: true })
}

/** Returns the problem of a definition for an error that it caused. */
export function problemText(error: unknown): string {
  // Errors that the platform throws on a damaged definition are no help to users.
  return error instanceof UnevaluableError ? error.message : 'its definition is damaged'
}

/** Returns the decision of a disabled flag. Dependent flags also see it for a flag that the caller may not see. */
export function disabledDecision(definition: FlagDefinition): Decision {
  return new Answers(definition).off(reason('flag_disabled'))
}

/** Returns the decision for a key that no flag has. */
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

/** Returns JSON text; empty text counts as no payload, as in every SDK. */
function payloadOf(definition: FlagDefinition, key: string): string | null {
  const payloads = definition.filters.payloads
  const stored: unknown = payloads && Object.hasOwn(payloads, key) ? payloads[key] : null
  if (!stored) return null
  return typeof stored === 'string' ? stored : JSON.stringify(stored)
}
