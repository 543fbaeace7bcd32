import type { JsonObject, JsonValue } from '@flagdeck/core'
import { isJsonObject } from '@flagdeck/core/operations'
import * as z from 'zod'

/** The location of named schemas in an OpenAPI document. */
const COMPONENTS = '#/components/schemas/'
const DEFINITIONS = '#/$defs/'

export type Direction = 'input' | 'output'

/** The named schemas that a document's operations share. */
export class OpenApiSchemas {
  // Bound: dies with the document
  readonly #components = new Map<string, JsonObject>()
  // Bound: dies with the document
  readonly #unnamed = new Map<string, string>()

  /**
   * The JSON Schema of a zod schema. Schemas with an id (`.meta({ id: 'FeatureFlag' })`) become components. Those of
   * requests get a separate name, because a default makes a field optional in one direction only.
   * @throws Error when two different schemas have the same id
   */
  add(schema: z.ZodType, io: Direction): JsonObject {
    // zod's result is JSON, except for hidden parts that only its standard schema interface reads.
    const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: plain }) as unknown as JsonObject
    const { $schema: _, $defs, ...root } = json
    // zod's definitions are an object.
    const definitions = ($defs ?? {}) as JsonObject
    const rename = (name: string) => this.#componentName(name, definitions[name] ?? {}, io)
    for (const [name, definition] of Object.entries(definitions)) {
      this.#define(rename(name), withRefs(definition, rename))
    }
    return withRefs(root, rename)
  }

  // Schemas without an id are definitions only if they contain themselves. zod numbers them differently each time, so
  // they are identified by their content.
  #componentName(name: string, definition: JsonValue, io: Direction): string {
    if (!name.startsWith('__schema')) return io === 'input' ? `${name}Input` : name
    const content = JSON.stringify(definition).replaceAll(`"${DEFINITIONS}${name}"`, '"itself"')
    const known = this.#unnamed.get(content) ?? `Recursive${this.#unnamed.size + 1}`
    this.#unnamed.set(content, known)
    return known
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

function withRefs(json: JsonValue, rename: (name: string) => string): JsonObject {
  // `mapRefs` returns an object for an object.
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

// Responses may gain fields, and a format says more than the expression that checks it.
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
