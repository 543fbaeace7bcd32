import { fieldsOf, variantsOf } from '../../../evaluation/definition/filter-parts.ts'
import type { FilterInput } from '../../../evaluation/definition/flag-filters.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../foundation/json/json-value.ts'
import { compareText } from '../../../foundation/lists/compare-text.ts'
import { REDACTED_PAYLOAD } from '../../../runtime/secrets/payload-cipher.ts'
import { valueKind } from '../openfeature-answer.ts'
import { payloadValue } from '../payload-value.ts'

/** What types need to know of a flag, under the names of the API and of exported projects. */
export interface FlagSource {
  readonly key: string
  readonly name: string
  readonly filters: FilterInput
  readonly is_remote_configuration: boolean | null
  readonly has_encrypted_payloads: boolean | null
  /** Missing where an older release tells of the flag. */
  readonly payload_schema?: JsonObject | null
  readonly archived: boolean
}

/** What a flag may answer. */
export interface FlagShape {
  readonly key: string
  readonly description: string
  readonly kind: ReturnType<typeof valueKind>
  readonly variants: readonly string[]
  /** What those answer who are held out of it (EVAL-15); null when nobody is. */
  readonly holdout: string | null
  /** What comes with its answers; null where nobody may know. */
  readonly payloads: readonly JsonValue[] | null
  /** What they have to be like; null: anything. */
  readonly payloadSchema: JsonObject | null
}

/** The shapes of flags that are in use, by key (TYPES-1). */
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

/** What those answer who are held out. */
export function holdoutAnswer(filters: FilterInput): string | null {
  const { holdout } = fieldsOf(filters)
  return isJsonObject(holdout) && typeof holdout.id === 'number' ? `holdout-${holdout.id}` : null
}

function payloadsOf(filters: FilterInput): readonly JsonValue[] {
  const { payloads } = fieldsOf(filters)
  return isJsonObject(payloads) ? Object.values(payloads).map(asJson) : []
}

/** As it is stored; whoever made a document by hand may have written JSON. */
function asJson(payload: JsonValue): JsonValue {
  return typeof payload === 'string' ? payloadValue(payload) : payload
}
