import { fieldsOf, variantsOf } from '../../../evaluation/definition/filter-parts.ts'
import type { FilterInput } from '../../../evaluation/definition/flag-filters.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../foundation/json/json-value.ts'
import { compareText } from '../../../foundation/lists/compare-text.ts'
import { REDACTED_PAYLOAD } from '../../../runtime/secrets/payload-cipher.ts'
import { valueKind } from '../openfeature-answer.ts'
import { payloadValue } from '../payload-value.ts'

/** The fields of a flag that determine its types, with the names of the API and of exported projects. */
export interface FlagSource {
  readonly key: string
  readonly name: string
  readonly filters: FilterInput
  readonly is_remote_configuration: boolean | null
  readonly has_encrypted_payloads: boolean | null
  /** Missing in flags from older releases. */
  readonly payload_schema?: JsonObject | null
  readonly archived: boolean
}

/** The possible results of a flag. */
export interface FlagShape {
  readonly key: string
  readonly description: string
  readonly kind: ReturnType<typeof valueKind>
  readonly variants: readonly string[]
  /** The result for users in the holdout (EVAL-15); null without a holdout. */
  readonly holdout: string | null
  /** The possible payloads; null when they are encrypted. */
  readonly payloads: readonly JsonValue[] | null
  /** The schema of the payloads; null allows any JSON. */
  readonly payloadSchema: JsonObject | null
}

/** Returns the shapes of flags that are in use, by key (TYPES-1). */
export function flagShapes(sources: readonly FlagSource[]): readonly FlagShape[] {
  return sources
    .filter(({ archived }) => !archived)
    .map(shapeOf)
    .sort((a, b) => compareText(a.key, b.key))
}

function shapeOf(source: FlagSource): FlagShape {
  const { key, name, filters, is_remote_configuration, has_encrypted_payloads, payload_schema } = source
  const payloads = payloadsOf(filters)
  return {
    key,
    description: name,
    kind: valueKind({ filters, is_remote_configuration }),
    variants: variantsOf(filters).map((variant) => variant.key),
    holdout: holdoutAnswer(filters),
    payloads: has_encrypted_payloads || payloads.includes(REDACTED_PAYLOAD) ? null : payloads,
    payloadSchema: payload_schema ?? null,
  }
}

/** Returns the result for users in the holdout. */
export function holdoutAnswer(filters: FilterInput): string | null {
  const { holdout } = fieldsOf(filters)
  return isJsonObject(holdout) && typeof holdout.id === 'number' ? `holdout-${holdout.id}` : null
}

function payloadsOf(filters: FilterInput): readonly JsonValue[] {
  const { payloads } = fieldsOf(filters)
  return isJsonObject(payloads) ? Object.values(payloads).map(asJson) : []
}

/** Returns a payload as JSON. Stored payloads are text, but handwritten documents can contain JSON. */
function asJson(payload: JsonValue): JsonValue {
  return typeof payload === 'string' ? payloadValue(payload) : payload
}
