import type { JsonObject, JsonValue } from '@flagdeck/core'
import { didYouMean, isJsonObject, nearNames } from '@flagdeck/core/operations'
import * as z from 'zod'
import { invalidRequest } from '../../rest/request-error.ts'

/** The parts of a JSON Schema that contain field names. */
interface FieldNames {
  readonly properties?: Readonly<Record<string, FieldNames>>
  /** Present where an object accepts keys that the client chooses. */
  readonly additionalProperties?: unknown
  readonly items?: FieldNames
  readonly maxItems?: number
  readonly anyOf?: readonly FieldNames[]
}

/** The maximum of unknown fields that are reported. */
const MOST_REPORTED = 20

/** The maximum of a name's characters that a refusal quotes. */
const MOST_SHOWN = 100

/** The maximum of unknown fields that are compared with known ones: more of them are a client's own data. */
const MOST_COMPARED = 100

/** Clients may send this credential in any body (HTTP-63). */
const CREDENTIAL_FIELD = 'personal_api_key'

/**
 * Issues for the fields of a body that are neither in the schema nor in `accepted` (HTTP-109). It reports only the
 * first 20: a body may have a hundred thousand, and finding a similar name takes time for each.
 */
export function unknownFieldIssues(
  shape: FieldNames,
  data: JsonValue,
  accepted: readonly string[],
): readonly z.core.$ZodRawIssue[] {
  const issues: z.core.$ZodRawIssue[] = []
  noteUnknownFields(shape, data, [CREDENTIAL_FIELD, ...accepted], { path: [], issues })
  return issues
}

/**
 * An issue for each field of a body that is a near miss of a known field which is missing (HTTP-112): the client
 * believes that it has set the known one. `harmless` lists names that clients send on purpose.
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
    const message = `Unknown field "${name}". Did you mean "${meant}"?`
    issues.push({ code: 'custom', path: [name], message, input: data[name] })
    if (issues.length === MOST_REPORTED) break
  }
  return issues
}

/** The fields of a body that have no effect. Fields with null are ignored. */
export function unreadNames(data: JsonObject, read: readonly string[]): readonly string[] {
  const names = Object.keys(data).filter((name) => data[name] !== null && name !== CREDENTIAL_FIELD)
  return names.filter((name) => !read.includes(name))
}

/** Returns the schema with a check that refuses unknown fields at the top level instead of dropping them (HTTP-109). */
export function refusingUnknownFields<Schema extends z.ZodObject>(
  schema: Schema,
): z.ZodType<z.output<Schema>, z.input<Schema>> {
  const properties = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, {}]))
  const refusing = z.preprocess((data, { issues }) => {
    issues.push(...unknownFieldIssues({ properties }, data as JsonValue, [])) // a parsed body is JSON
    return data
  }, schema)
  return refusing as unknown as z.ZodType<z.output<Schema>, z.input<Schema>> // it accepts the same input as the schema
}

/** The position of a part of a body, and the issues found so far. */
interface Place {
  readonly path: readonly (string | number)[]
  readonly issues: z.core.$ZodRawIssue[]
}

function noteUnknownFields(shape: FieldNames, data: JsonValue, accepted: readonly string[], place: Place): void {
  const { path, issues } = place
  for (const { properties, additionalProperties = false, items, maxItems = Infinity } of shape.anyOf ?? [shape]) {
    // Core refuses a list because of its length (VALID-6).
    if (items && Array.isArray(data) && data.length <= maxItems) {
      for (const [index, item] of data.entries()) noteUnknownFields(items, item, [], { path: [...path, index], issues })
      return
    }
    if (properties && additionalProperties === false && isJsonObject(data)) {
      for (const [name, value] of Object.entries(data)) {
        if (issues.length === MOST_REPORTED) return
        const field = Object.hasOwn(properties, name) ? properties[name] : undefined
        if (field) noteUnknownFields(field, value, [], { path: [...path, name], issues })
        else if (!accepted.includes(name)) issues.push(unknownField(name, value, Object.keys(properties), path))
      }
      return
    }
  }
}

function unknownField(
  name: string,
  input: JsonValue,
  known: readonly string[],
  path: readonly (string | number)[],
): z.core.$ZodRawIssue {
  const shown = name.slice(0, MOST_SHOWN)
  return { code: 'custom', path: [...path, shown], message: unknownFieldMessage(shown, known), input }
}

function unknownFieldMessage(shown: string, known: readonly string[]): string {
  return `Unknown field "${shown}"${didYouMean(shown, known)} Known fields: ${known.join(', ')}.`
}

/** Refuses the first unknown field of a body that an endpoint parses itself (HTTP-109). */
export function refuseUnknownField(data: JsonObject, known: readonly string[]): void {
  const unknown = Object.keys(data).find((name) => name !== CREDENTIAL_FIELD && !known.includes(name))
  if (unknown === undefined) return
  const shown = unknown.slice(0, MOST_SHOWN)
  throw invalidRequest([{ attr: shown, code: 'invalid_input', detail: unknownFieldMessage(shown, known) }])
}
