import type { JsonObject, JsonValue } from '@flagdeck/core'
import { isJsonObject, snakeCase } from '@flagdeck/core/operations'
import * as z from 'zod'
import { documentedAs } from './documented-as.ts'
import type { OnWire } from './naming.ts'
import { nearMissIssues, unknownFieldIssues } from './unknown-fields.ts'

/** Wire names by internal field names. */
type Names<Schema extends z.ZodObject> = { readonly [Field in keyof z.input<Schema> & string]?: string }

interface BodyOptions<Schema extends z.ZodObject, WireNames extends Names<Schema>> {
  /**
   * Wire names that are not the snake case of the internal names. The endpoint declares the same names for its errors.
   */
  readonly wireNames?: WireNames
  /** Other names that some clients use for fields. If both names are sent, the API's own name takes precedence. */
  readonly otherNames?: Names<Schema>
  /**
   * Refuses fields that the schema does not have (HTTP-109), instead of dropping them. The listed ones are still
   * dropped, such as read-only fields of the response.
   */
  readonly refuseUnknownExcept?: readonly string[]
  /**
   * For bodies that clients send back as a whole: fields of the response and of PostHog's records, which have no
   * effect. Other unknown fields are dropped, unless they are a near miss of a known one (HTTP-112).
   */
  readonly sentBack?: readonly string[]
  /** The documentation, by wire name, of fields that core's schema leaves open. */
  readonly documented?: JsonObject
}

/**
 * The body of an operation whose input core validates with `schema`: the same fields under their wire names, including
 * those of nested objects. Only the names are converted here; core alone validates the values. Fields that the schema
 * does not name are dropped. With `refuseUnknownExcept`, unknown fields are refused; with `sentBack`, those that are
 * near misses.
 */
export function requestBody<Schema extends z.ZodObject, const WireNames extends Names<Schema> = object>(
  schema: Schema,
  { wireNames, otherNames = {}, documented = {}, refuseUnknownExcept, sentBack }: BodyOptions<Schema, WireNames> = {},
): z.ZodType<z.input<Schema>, OnWire<z.input<Schema>, WireNames>> {
  const shape = shapeWhenAsked(schema)
  const naming = wireNameOf(wireNames ?? {})
  const harmless = [
    ...(sentBack ?? []),
    ...Object.values<string | undefined>(otherNames).filter((name) => name !== undefined),
  ]
  const body = documentedAs(() => withDocumented(wireShape(shape(), naming), documented)).transform(
    (sent, { issues }) => {
      const data = sent as JsonValue // a parsed body is JSON
      if (sentBack) issues.push(...nearMissIssues(wireNamesOf(schema, wireNames), data, harmless))
      if (refuseUnknownExcept) issues.push(...unknownFieldIssues(wireShape(shape(), naming), data, refuseUnknownExcept))
      return renamed(shape(), withNamesOfOurs(otherNames, naming, data), naming)
    },
  )
  // Core validates the types of the values, with the schema from which these names are derived.
  return body as unknown as z.ZodType<z.input<Schema>, OnWire<z.input<Schema>, WireNames>>
}

/** The wire names of the fields that an operation takes. */
export function wireNamesOf<Schema extends z.ZodObject>(
  schema: Schema,
  wireNames: Names<Schema> = {},
): readonly string[] {
  return Object.keys(schema.shape).map(wireNameOf(wireNames))
}

/** The names of a response's fields, which clients send back. */
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

/** Returns a function that converts the fields of a schema to their internal names and drops all others. */
export function renamer<Schema extends z.ZodObject>(
  schema: Schema,
  wireNames: Names<Schema> = {},
): (data: JsonValue) => JsonValue {
  const shape = shapeWhenAsked(schema)
  const naming = wireNameOf(wireNames)
  return (data) => renamed(shape(), data, naming)
}

/** From an internal name to the wire name. */
type Naming = (name: string) => string

function wireNameOf(wireNames: Readonly<Record<string, string | undefined>>): Naming {
  return (name) => wireNames[name] ?? snakeCase(name)
}

/** The parts of a JSON Schema that locate fields with internal names. */
interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  /**
   * Present where an object also has keys that the client chooses: such objects are documents, and all their names are
   * unchanged.
   */
  readonly additionalProperties?: unknown
  readonly items?: Shape
  readonly maxItems?: number
  readonly anyOf?: readonly Shape[]
}

/** Computed once, by the first request or document: computing all of them takes a tenth of the start-up time. */
function shapeWhenAsked(schema: z.ZodObject): () => Shape {
  let shape: Shape | undefined
  return () => {
    shape ??= shapeOf(schema)
    return shape
  }
}

function shapeOf(schema: z.ZodObject): Shape {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return shape as Shape // zod's result has these parts, if it has them at all
}

/** The schema with wire names, for documentation. */
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
  // Core validates the value later. Here, only the alternative with names for this kind of value matters.
  for (const each of shape.anyOf ?? [shape]) {
    if (each.items && Array.isArray(data)) return renamedItems(each, each.items, data, naming)
    if (each.properties && isJsonObject(data))
      return isDocument(each) ? data : renamedFields(each.properties, data, naming)
  }
  return data
}

function renamedItems({ maxItems }: Shape, items: Shape, data: readonly JsonValue[], naming: Naming): JsonValue {
  // Core refuses the list because of its length (VALID-6).
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
