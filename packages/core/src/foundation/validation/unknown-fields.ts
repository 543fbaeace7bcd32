import * as z from 'zod'
import { isJsonObject } from '../json/json-value.ts'
import { clip } from './clip.ts'
import { closestName } from './closest-name.ts'
import { readOnlyFields } from './read-only-fields.ts'
import { type Violation, violation } from './violation.ts'

/** The maximum number of unknown fields that are reported. */
const MOST_REPORTED = 20

/**
 * Returns the violations of fields that the schema of an input does not have, including those in nested objects
 * (EMBED-42). A misspelt field would otherwise be ignored silently.
 */
export function unknownFields(schema: z.ZodType, input: unknown): Violation[] {
  const found: Violation[] = []
  collect(found, schema, input, [])
  return found
}

function collect(found: Violation[], schema: z.core.$ZodType, input: unknown, path: readonly string[]): void {
  if (found.length >= MOST_REPORTED) return
  const inner = innerSchema(schema)
  if (inner) collect(found, inner, input, path)
  else if (schema instanceof z.ZodArray && Array.isArray(input)) {
    for (const [index, item] of input.entries()) collect(found, schema.element, item, [...path, String(index)])
  } else if (schema instanceof z.ZodObject && schema.def.catchall === undefined && isJsonObject(input)) {
    collectOfObject(found, schema, input, path)
  }
}

function collectOfObject(
  found: Violation[],
  schema: z.ZodObject,
  input: Readonly<Record<string, unknown>>,
  path: readonly string[],
): void {
  const { shape } = schema
  const readOnly = readOnlyFields(schema)
  for (const [name, value] of Object.entries(input)) {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (field) collect(found, field, value, [...path, name])
    else if (value !== undefined && !readOnly.includes(name))
      found.push(unknownField([...path, name], Object.keys(shape)))
    if (found.length >= MOST_REPORTED) return
  }
}

/** Returns the schema inside an optional or transformed one. */
function innerSchema(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return schema.def.innerType
  if (schema instanceof z.ZodPipe) return schema.def.in
  return undefined
}

function unknownField(path: readonly string[], known: readonly string[]): Violation {
  const name = clip(path.at(-1))
  const closest = closestName(name, known)
  const meant = closest === undefined ? `Known fields are ${known.join(', ')}.` : `Did you mean "${closest}"?`
  return violation(path.join('__'), 'invalid_input', `"${name}" is not a known field. ${meant}`)
}
