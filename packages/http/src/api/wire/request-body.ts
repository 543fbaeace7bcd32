import type { JsonObject, JsonValue } from '@flagdeck/core'
import { isJsonObject, snakeCase } from '@flagdeck/core/operations'
import * as z from 'zod'
import { documentedAs } from './documented-as.ts'
import type { SnakeCased } from './naming.ts'

/** By the names of fields inside, other names that they have on the wire. */
type OtherNames<Schema extends z.ZodObject> = { readonly [Field in keyof z.input<Schema> & string]?: string }

/**
 * The body of an operation whose input core checks with `schema`: the same fields under their wire names, those of
 * objects inside of it as well. Only the names are dealt with here; what the values may be is core's to say, once.
 * Fields that the schema does not name, such as read-only ones that a client sends back, are dropped.
 *
 * @param otherNames what some clients call fields instead; where both are sent, the name of ours counts
 * @param documented what the document says of fields, by wire name, that core's schema leaves open
 */
export function requestBody<Schema extends z.ZodObject>(
  schema: Schema,
  otherNames: OtherNames<Schema> = {},
  documented: JsonObject = {},
): z.ZodType<z.input<Schema>, SnakeCased<z.input<Schema>>> {
  const shape = shapeWhenAsked(schema)
  const body = documentedAs(() => withDocumented(wireShape(shape()), documented)).transform(
    (data) => renamed(shape(), withNamesOfOurs(otherNames, data as JsonValue)), // a parsed body is JSON
  )
  // Core answers for the types of the values: it parses them with the schema that these names come from.
  return body as unknown as z.ZodType<z.input<Schema>, SnakeCased<z.input<Schema>>>
}

function withDocumented(shape: Shape, documented: JsonObject): Shape {
  return { ...shape, properties: { ...shape.properties, ...(documented as Record<string, Shape>) } } // both are JSON Schema
}

function withNamesOfOurs(otherNames: Readonly<Record<string, string | undefined>>, data: JsonValue): JsonValue {
  if (!isJsonObject(data)) return data
  const renamed = Object.entries(otherNames).flatMap(([field, name]) =>
    name !== undefined && Object.hasOwn(data, name) ? [[snakeCase(field), data[name]]] : [],
  )
  return renamed.length > 0 ? { ...Object.fromEntries(renamed), ...data } : data
}

/** Gives the fields that a schema names their names inside; everything else of an object is left out. */
export function renamer(schema: z.ZodObject): (data: JsonValue) => JsonValue {
  const shape = shapeWhenAsked(schema)
  return (data) => renamed(shape(), data)
}

/** The parts of a JSON Schema that say where fields with names of ours are. */
interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  /** Present where an object has keys of the client's own beside ours: such objects are documents, and keep theirs. */
  readonly additionalProperties?: unknown
  readonly items?: Shape
  readonly maxItems?: number
  readonly anyOf?: readonly Shape[]
}

/** Worked out once, by the first request or document: all of them would be a tenth of a start. */
function shapeWhenAsked(schema: z.ZodObject): () => Shape {
  let shape: Shape | undefined
  return () => {
    shape ??= shapeOf(schema)
    return shape
  }
}

function shapeOf(schema: z.ZodObject): Shape {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return shape as Shape // what zod makes has these parts where it has them at all
}

/** The same schema with wire names, for documentation. */
function wireShape(shape: Shape): Shape {
  const { properties, required, items, anyOf, ...rest } = shape
  return {
    ...rest,
    ...(properties ? { properties: wireProperties(shape, properties) } : {}),
    ...(required ? { required: isDocument(shape) ? required : required.map(snakeCase) } : {}),
    ...(items ? { items: wireShape(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(wireShape) } : {}),
  }
}

function wireProperties(shape: Shape, properties: Readonly<Record<string, Shape>>): Readonly<Record<string, Shape>> {
  if (isDocument(shape)) return properties
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [snakeCase(name), wireShape(field)]))
}

function isDocument({ additionalProperties = false }: Shape): boolean {
  return additionalProperties !== false
}

function renamed(shape: Shape, data: JsonValue): JsonValue {
  // What core says of the value comes later; here only the alternative that has names for its kind counts.
  for (const each of shape.anyOf ?? [shape]) {
    if (each.items && Array.isArray(data)) return renamedItems(each, each.items, data)
    if (each.properties && isJsonObject(data)) return isDocument(each) ? data : renamedFields(each.properties, data)
  }
  return data
}

function renamedItems({ maxItems }: Shape, items: Shape, data: readonly JsonValue[]): JsonValue {
  // Core refuses the list for its length alone (VALID-6).
  if (maxItems !== undefined && data.length > maxItems) return data
  return items.properties || items.anyOf || items.items ? data.map((item) => renamed(items, item)) : data
}

function renamedFields(properties: Readonly<Record<string, Shape>>, data: JsonObject): JsonObject {
  const entries = Object.entries(properties).flatMap(([name, field]) => {
    const wireName = snakeCase(name)
    return Object.hasOwn(data, wireName) ? [[name, renamed(field, data[wireName] ?? null)]] : []
  })
  return Object.fromEntries(entries)
}
