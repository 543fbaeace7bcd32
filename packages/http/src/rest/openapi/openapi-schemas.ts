import type { JsonObject, JsonValue } from '@flagdeck/core'
import { isJsonObject } from '@flagdeck/core/operations'
import * as z from 'zod'

/** Where an OpenAPI document keeps the schemas that have a name. */
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
   * The JSON Schema of a zod schema. Schemas that have an id (`.meta({ id: 'FeatureFlag' })`) become components, those
   * of requests under a name of their own, since a default makes a field optional in one direction only.
   * @throws Error when two different schemas have the same id
   */
  add(schema: z.ZodType, io: Direction): JsonObject {
    // What zod makes is JSON, less the hidden parts that only its own standard schema interface sees.
    const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: plain }) as unknown as JsonObject
    const { $schema: _, $defs, ...root } = json
    // What zod calls definitions is an object.
    const definitions = ($defs ?? {}) as JsonObject
    const rename = (name: string) => this.#componentName(name, definitions[name] ?? {}, io)
    for (const [name, definition] of Object.entries(definitions)) {
      this.#define(rename(name), withRefs(definition, rename))
    }
    return withRefs(root, rename)
  }

  // Schemas without an id are definitions only where they contain themselves. zod numbers them anew each time, so
  // they are told apart by what they say.
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
