import type { JsonObject, JsonValue } from '@flagdeck/core'
import { isJsonObject, snakeCase } from '@flagdeck/core/operations'
import * as z from 'zod'
import { documentedAs } from './documented-as.ts'
import type { OnWire } from './naming.ts'
import { unknownFieldIssues } from './unknown-fields.ts'

/** By the names of fields inside, names that they have on the wire. */
type Names<Schema extends z.ZodObject> = { readonly [Field in keyof z.input<Schema> & string]?: string }

interface BodyOptions<Schema extends z.ZodObject, WireNames extends Names<Schema>> {
  /** Names on the wire that are not the snake case of ours; the endpoint declares the same for its errors. */
  readonly wireNames?: WireNames
  /** What some clients call fields instead; where both are sent, the name of ours counts. */
  readonly otherNames?: Names<Schema>
  /**
   * Refuses fields that the schema does not have (HTTP-109), instead of dropping them. The listed ones are dropped still,
   * such as read-only fields of the response.
   */
  readonly refuseUnknownExcept?: readonly string[]
  /** What the document says of fields, by wire name, that core's schema leaves open. */
  readonly documented?: JsonObject
}

/**
 * The body of an operation whose input core checks with `schema`: the same fields under their wire names, those of
 * objects inside of it as well. Only the names are dealt with here; what the values may be is core's to say, once.
 * Fields that the schema does not name are dropped; with `refuseUnknownExcept`, unknown fields are refused.
 */
export function requestBody<Schema extends z.ZodObject, const WireNames extends Names<Schema> = object>(
  schema: Schema,
  { wireNames, otherNames = {}, documented = {}, refuseUnknownExcept }: BodyOptions<Schema, WireNames> = {},
): z.ZodType<z.input<Schema>, OnWire<z.input<Schema>, WireNames>> {
  const shape = shapeWhenAsked(schema)
  const naming = wireNameOf(wireNames ?? {})
  const body = documentedAs(() => withDocumented(wireShape(shape(), naming), documented)).transform(
    (sent, { issues }) => {
      const data = sent as JsonValue // a parsed body is JSON
      if (refuseUnknownExcept) issues.push(...unknownFieldIssues(wireShape(shape(), naming), data, refuseUnknownExcept))
      return renamed(shape(), withNamesOfOurs(otherNames, naming, data), naming)
    },
  )
  // Core answers for the types of the values: it parses them with the schema that these names come from.
  return body as unknown as z.ZodType<z.input<Schema>, OnWire<z.input<Schema>, WireNames>>
}

/** The names of the fields of a response, which clients send back. */
export function fieldsOf(response: z.ZodObject): readonly string[] {
  return Object.keys(response.shape)
}

function withDocumented(shape: Shape, documented: JsonObject): Shape {
  return { ...shape, properties: { ...shape.properties, ...(documented as Record<string, Shape>) } } // both are JSON Schema
}

function withNamesOfOurs(
  otherNames: Readonly<Record<string, string | undefined>>,
  naming: Naming,
  data: JsonValue,
): JsonValue {
  if (!isJsonObject(data)) return data
  const renamed = Object.entries(otherNames).flatMap(([field, name]) =>
    name !== undefined && Object.hasOwn(data, name) ? [[naming(field), data[name]]] : [],
  )
  return renamed.length > 0 ? { ...Object.fromEntries(renamed), ...data } : data
}

/** Gives the fields that a schema names their names inside; everything else of an object is left out. */
export function renamer<Schema extends z.ZodObject>(
  schema: Schema,
  wireNames: Names<Schema> = {},
): (data: JsonValue) => JsonValue {
  const shape = shapeWhenAsked(schema)
  const naming = wireNameOf(wireNames)
  return (data) => renamed(shape(), data, naming)
}

/** From a name inside to the name on the wire. */
type Naming = (name: string) => string

function wireNameOf(wireNames: Readonly<Record<string, string | undefined>>): Naming {
  return (name) => wireNames[name] ?? snakeCase(name)
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
function wireShape(shape: Shape, naming: Naming): Shape {
  const { properties, required, items, anyOf, ...rest } = shape
  return {
    ...rest,
    ...(properties ? { properties: wireProperties(shape, properties, naming) } : {}),
    ...(required ? { required: isDocument(shape) ? required : required.map(naming) } : {}),
    ...(items ? { items: wireShape(items, naming) } : {}),
    ...(anyOf ? { anyOf: anyOf.map((each) => wireShape(each, naming)) } : {}),
  }
}

function wireProperties(
  shape: Shape,
  properties: Readonly<Record<string, Shape>>,
  naming: Naming,
): Readonly<Record<string, Shape>> {
  if (isDocument(shape)) return properties
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [naming(name), wireShape(field, naming)]))
}

function isDocument({ additionalProperties = false }: Shape): boolean {
  return additionalProperties !== false
}

function renamed(shape: Shape, data: JsonValue, naming: Naming): JsonValue {
  // What core says of the value comes later; here only the alternative that has names for its kind counts.
  for (const each of shape.anyOf ?? [shape]) {
    if (each.items && Array.isArray(data)) return renamedItems(each, each.items, data, naming)
    if (each.properties && isJsonObject(data))
      return isDocument(each) ? data : renamedFields(each.properties, data, naming)
  }
  return data
}

function renamedItems({ maxItems }: Shape, items: Shape, data: readonly JsonValue[], naming: Naming): JsonValue {
  // Core refuses the list for its length alone (VALID-6).
  if (maxItems !== undefined && data.length > maxItems) return data
  return items.properties || items.anyOf || items.items ? data.map((item) => renamed(items, item, naming)) : data
}

function renamedFields(properties: Readonly<Record<string, Shape>>, data: JsonObject, naming: Naming): JsonObject {
  const entries = Object.entries(properties).flatMap(([name, field]) => {
    const wireName = naming(name)
    return Object.hasOwn(data, wireName) ? [[name, renamed(field, data[wireName] ?? null, naming)]] : []
  })
  return Object.fromEntries(entries)
}
