import { isJsonObject, type JsonObject, type JsonValue } from '../../../foundation/json/json-value.ts'
import { ownProperty } from '../../../foundation/json/own-property.ts'
import { typeOfValues } from './type-of-values.ts'

/** The maximum number of schemas to read within a schema, because references can repeat the same ones without end. */
const MAX_SCHEMAS = 2000
/** The type of unknown values. */
export const UNKNOWN = 'unknown'

/**
 * Returns the TypeScript type of valid values of a JSON Schema, as exactly as types allow; otherwise `unknown`
 * (TYPES-20).
 */
export function typeOfSchema(schema: JsonObject): string {
  return new SchemaReader(schema).typeOf(schema)
}

class SchemaReader {
  readonly #root: JsonObject
  /**
   * The schemas that are being read. A schema that references itself has no finite type. Bound: dies with the reader.
   */
  readonly #open = new Set<JsonValue>()
  #left = MAX_SCHEMAS

  constructor(root: JsonObject) {
    this.#root = root
  }

  typeOf(schema: JsonValue | undefined): string {
    if (schema === false) return 'never'
    if (!isJsonObject(schema) || this.#open.has(schema) || this.#left-- <= 0) return UNKNOWN
    this.#open.add(schema)
    const type = intersection([this.#own(schema), ...this.#combined(schema)])
    this.#open.delete(schema)
    return type
  }

  /** Returns the type by the keywords of the schema itself. */
  #own(schema: JsonObject): string {
    if (Object.hasOwn(schema, 'const')) return literal(schema.const ?? null)
    if (Array.isArray(schema.enum)) return union(schema.enum.map(literal))
    const types = Array.isArray(schema.type) ? schema.type : [schema.type]
    return union(types.map((type) => this.#ofType(type, schema)))
  }

  #ofType(type: JsonValue | undefined, schema: JsonObject): string {
    switch (type) {
      case 'string':
      case 'number':
      case 'boolean':
      case 'null':
        return type
      case 'integer':
        return 'number'
      case 'array':
        return `Array<${isTuple(schema) ? UNKNOWN : this.typeOf(schema.items)}>`
      case 'object':
        return this.#ofObject(schema)
      default:
        return UNKNOWN
    }
  }

  #ofObject({ properties, required, additionalProperties }: JsonObject): string {
    const names = isJsonObject(properties) ? Object.keys(properties).sort() : []
    if (!isJsonObject(properties) || names.length === 0) {
      return `Record<string, ${this.typeOf(additionalProperties)}>`
    }
    const needed = new Set(Array.isArray(required) ? required : [])
    const fields = names.map((name) => {
      const type = this.typeOf(ownProperty(properties, name))
      return `${JSON.stringify(name)}${needed.has(name) ? '' : '?'}: ${type}`
    })
    return `{ ${fields.join('; ')} }`
  }

  /** Returns the types of the schemas that it references or combines. */
  #combined({ $ref, allOf, anyOf, oneOf }: JsonObject): readonly string[] {
    const all = Array.isArray(allOf) ? allOf.map((each) => this.typeOf(each)) : []
    const some = [anyOf, oneOf].filter(Array.isArray).map((list) => union(list.map((each) => this.typeOf(each))))
    return [...all, ...some, ...($ref === undefined ? [] : [this.typeOf(this.#referred($ref))])]
  }

  /** Returns the value of a JSON Pointer (RFC 6901) in the same document; undefined for other references. */
  #referred(reference: JsonValue): JsonValue | undefined {
    if (typeof reference !== 'string' || !/^#(\/|$)/.test(reference)) return undefined
    const names = reference
      .split('/')
      .slice(1)
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    return names.reduce<JsonValue | undefined>(
      (at, name) => (isJsonObject(at) ? ownProperty(at, name) : undefined),
      this.#root,
    )
  }
}

/** Whether the items of a list have separate schemas. */
function isTuple({ prefixItems, items }: JsonObject): boolean {
  return prefixItems !== undefined || Array.isArray(items)
}

function literal(value: JsonValue): string {
  return typeof value === 'object' ? typeOfValues([value]) : JSON.stringify(value)
}

function union(types: readonly string[]): string {
  const different = [...new Set(types)].filter((type) => type !== 'never')
  if (different.includes(UNKNOWN)) return UNKNOWN
  return different.length === 0 ? 'never' : different.join(' | ')
}

function intersection(types: readonly string[]): string {
  const different = [...new Set(types)].filter((type) => type !== UNKNOWN)
  if (different.length <= 1) return different[0] ?? UNKNOWN
  return different.map((type) => `(${type})`).join(' & ')
}
