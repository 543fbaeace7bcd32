import type { JsonObject, JsonValue } from '@flagdeck/core'
import { didYouMean, isJsonObject, nearNames } from '@flagdeck/core/operations'
import * as z from 'zod'

/** The parts of a JSON Schema that name fields. */
interface FieldNames {
  readonly properties?: Readonly<Record<string, FieldNames>>
  /** Present where an object takes keys of the client's own. */
  readonly additionalProperties?: unknown
  readonly items?: FieldNames
  readonly maxItems?: number
  readonly anyOf?: readonly FieldNames[]
}

/** Beyond so many unknown fields, the rest is not reported. */
const MOST_REPORTED = 20

/** Only so many unknown fields are compared with known ones: more of them are a client's own data. */
const MOST_COMPARED = 100

/** A key may come in any body (HTTP-63). */
const CREDENTIAL = 'personal_api_key'

/** An issue for each field of a body that is neither in the schema nor among `accepted` (HTTP-109). */
export function unknownFieldIssues(
  shape: FieldNames,
  data: JsonValue,
  accepted: readonly string[],
): readonly z.core.$ZodRawIssue[] {
  return unknownFields(shape, data, [CREDENTIAL, ...accepted], []).slice(0, MOST_REPORTED)
}

/**
 * An issue for each field of a body that is a near miss of a known one which is absent (HTTP-112): the client believes that
 * it set the known one. `harmless` are names that clients send on purpose.
 */
export function nearMissIssues(
  known: readonly string[],
  data: JsonValue,
  harmless: readonly string[],
): readonly z.core.$ZodRawIssue[] {
  if (!isJsonObject(data)) return []
  const nearNameOf = nearNames([])
  const issues: z.core.$ZodRawIssue[] = []
  for (const name of unreadNames(data, [...known, ...harmless]).slice(0, MOST_COMPARED)) {
    const meant = nearNameOf({ key: name, known })
    if (meant === undefined || Object.hasOwn(data, meant)) continue
    const message = `There is no field "${name}" here. Did you mean "${meant}"?`
    issues.push({ code: 'custom', path: [name], message, input: data[name] })
    if (issues.length === MOST_REPORTED) break
  }
  return issues
}

/** The fields of a body that nothing reads. One that is null says nothing. */
export function unreadNames(data: JsonObject, read: readonly string[]): readonly string[] {
  const names = Object.keys(data).filter((name) => data[name] !== null && name !== CREDENTIAL)
  return names.filter((name) => !read.includes(name))
}

/** A schema that refuses fields that it does not have, in place of dropping them (HTTP-109). */
export function refusingUnknownFields<Schema extends z.ZodObject>(
  schema: Schema,
): z.ZodType<z.output<Schema>, z.input<Schema>> {
  const properties = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, {}]))
  const refusing = z.preprocess((data, { issues }) => {
    issues.push(...unknownFieldIssues({ properties }, data as JsonValue, [])) // a parsed body is JSON
    return data
  }, schema)
  return refusing as unknown as z.ZodType<z.output<Schema>, z.input<Schema>> // it takes what the schema takes
}

function unknownFields(
  shape: FieldNames,
  data: JsonValue,
  accepted: readonly string[],
  path: readonly (string | number)[],
): readonly z.core.$ZodRawIssue[] {
  for (const { properties, additionalProperties = false, items, maxItems = Infinity } of shape.anyOf ?? [shape]) {
    // Core refuses a list for its length alone (VALID-6).
    if (items && Array.isArray(data) && data.length <= maxItems) {
      return data.flatMap((item, index) => unknownFields(items, item, [], [...path, index]))
    }
    if (properties && additionalProperties === false && isJsonObject(data)) {
      return Object.entries(data).flatMap(([name, value]) => {
        const field = Object.hasOwn(properties, name) ? properties[name] : undefined
        if (field) return unknownFields(field, value, [], [...path, name])
        return accepted.includes(name) ? [] : [unknownField(name, value, Object.keys(properties), path)]
      })
    }
  }
  return []
}

function unknownField(
  name: string,
  input: JsonValue,
  known: readonly string[],
  path: readonly (string | number)[],
): z.core.$ZodRawIssue {
  const shown = name.slice(0, 100)
  const message = `There is no field "${shown}" here${didYouMean(shown, known)} Fields are ${known.join(', ')}.`
  return { code: 'custom', path: [...path, shown], message, input }
}
