import { variantsOf } from '../../evaluation/definition/filter-parts.ts'
import type { FilterInput } from '../../evaluation/definition/flag-filters.ts'
import { isJsonObject, type JsonValue } from '../../foundation/json/json-value.ts'
import type { ForcedAnswer } from './with-flags.ts'

/** Returns filters with which a flag has one result for all subjects. Its variants and payloads are unchanged. */
export function forcedFilters(forced: ForcedAnswer, before: FilterInput = {}): FilterInput {
  const { answer, payload } = partsOf(forced)
  const payloads = { ...before.payloads, ...(payload === undefined ? {} : { [String(answer)]: payload }) }
  if (typeof answer === 'boolean') {
    const groups = [{ rollout_percentage: answer ? 100 : 0 }]
    return { groups, multivariate: before.multivariate ?? null, payloads }
  }
  return {
    groups: [{ rollout_percentage: 100, variant: answer }],
    multivariate: { variants: withVariant(variantsOf(before), answer) },
    payloads,
  }
}

interface AnswerParts {
  readonly answer: string | boolean
  readonly payload: JsonValue | undefined
}

function partsOf(forced: ForcedAnswer): AnswerParts {
  // Independent of generated types, a result is a variant or whether a flag is on.
  if (!isJsonObject(forced)) return { answer: forced as string | boolean, payload: undefined }
  const { answer, payload } = forced as unknown as AnswerParts
  return { answer, payload }
}

function withVariant(variants: ReturnType<typeof variantsOf>, key: string) {
  const known = variants.some((variant) => variant.key === key)
  return known
    ? variants
    : [...variants.map((variant) => ({ ...variant, rollout_percentage: 0 })), { key, rollout_percentage: 100 }]
}
