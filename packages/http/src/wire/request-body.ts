import { isJsonObject, type JsonObject, type JsonValue } from '@flagdeck/core'
import { z } from 'zod'
import { type SnakeCased, snakeCase } from './naming.ts'

/**
 * The body of an operation whose input core checks with `schema`: the same fields under their wire names. Only the
 * names are dealt with here; what the values may be is core's to say, once. Fields that the schema does not name,
 * such as read-only ones that a client sends back, are dropped.
 */
export function requestBody<Schema extends z.ZodObject>(
  schema: Schema,
): z.ZodType<z.input<Schema>, SnakeCased<z.input<Schema>>> {
  const rename = renamer(schema)
  const wire = z.object(
    Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [snakeCase(name), field])),
  )
  const { $schema: _, ...documented } = z.toJSONSchema(wire, { io: 'input', unrepresentable: 'any' })
  const body = z
    .unknown()
    .meta(documented)
    .transform((data) => rename(data as JsonValue)) // a parsed body is JSON
  // Core answers for the types of the values: it parses them with the schema that these names come from.
  return body as unknown as z.ZodType<z.input<Schema>, SnakeCased<z.input<Schema>>>
}

/** Gives the fields that a schema names their names inside; everything else of an object is left out. */
export function renamer(schema: z.ZodObject): (data: JsonValue) => JsonValue {
  const names = Object.keys(schema.shape).map((name) => [snakeCase(name), name] as const)
  return (data) => (isJsonObject(data) ? renamed(data, names) : data)
}

function renamed(data: JsonObject, names: readonly (readonly [wire: string, inside: string])[]): JsonObject {
  const entries = names.flatMap(([wire, inside]) => (Object.hasOwn(data, wire) ? [[inside, data[wire] ?? null]] : []))
  return Object.fromEntries(entries)
}
