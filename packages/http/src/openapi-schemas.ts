import { isJsonObject, type JsonObject, type JsonValue } from '@flagdeck/core'
import { z } from 'zod'

/** Where an OpenAPI document keeps the schemas that have a name. */
const COMPONENTS = '#/components/schemas/'
const DEFINITIONS = '#/$defs/'

export type Direction = 'input' | 'output'

/** The named schemas that a document's operations share. */
export class OpenApiSchemas {
  readonly #components = new Map<string, JsonObject>()

  /**
   * The JSON Schema of a zod schema. Schemas that have an id (`.meta({ id: 'FeatureFlag' })`) become components, those
   * of requests under a name of their own, since a default makes a field optional in one direction only.
   * `place` tells unnamed shared parts of different operations apart.
   * @throws Error when two different schemas have the same id
   */
  add(schema: z.ZodType, io: Direction, place: string): JsonObject {
    // What zod makes is JSON, less the hidden parts that only its own standard schema interface sees.
    const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: plain }) as unknown as JsonObject
    const { $schema: _, $defs, ...root } = json
    const rename = (name: string) => componentName(name, io, place)
    for (const [name, definition] of Object.entries($defs ?? {}))
      this.#define(rename(name), withRefs(definition, rename))
    return withRefs(root, rename)
  }

  get components(): JsonObject {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  #define(name: string, schema: JsonObject): void {
    const known = this.#components.get(name)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`two different schemas are called ${name}`)
    }
    this.#components.set(name, schema)
  }
}

function componentName(name: string, io: Direction, place: string): string {
  const unique = name.startsWith('__schema') ? `${place}_${name.slice(2)}` : name
  return io === 'input' ? `${unique}Input` : unique
}

function withRefs(json: JsonValue, rename: (name: string) => string): JsonObject {
  // An object stays an object.
  return mapRefs(json, (ref) =>
    ref.startsWith(DEFINITIONS) ? COMPONENTS + rename(ref.slice(DEFINITIONS.length)) : ref,
  ) as JsonObject
}

function mapRefs(json: JsonValue, map: (ref: string) => string): JsonValue {
  if (Array.isArray(json)) return json.map((item: JsonValue) => mapRefs(item, map))
  if (!isJsonObject(json)) return json
  const entries = Object.entries(json).map(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [key, map(value)] : [key, mapRefs(value, map)],
  )
  return Object.fromEntries(entries)
}

// Responses may grow fields, and a format says more than the expression that checks it.
function plain({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType
  jsonSchema: z.core.JSONSchema.BaseSchema
}): void {
  const { def } = zodSchema._zod
  if (def.type === 'object' && !('catchall' in def && def.catchall)) delete jsonSchema.additionalProperties
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
}
