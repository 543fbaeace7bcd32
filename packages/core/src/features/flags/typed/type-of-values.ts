import { isJsonObject, type JsonObject, type JsonValue, MAX_JSON_DEPTH } from '../../../foundation/json/json-value.ts'

/**
 * Returns the TypeScript type of some JSON values. Objects among them become one type, in which a property that some of
 * them lack is optional. Without values, the type is `never`.
 */
export function typeOfValues(values: readonly JsonValue[], depth = MAX_JSON_DEPTH): string {
  // Payloads are text of any depth.
  if (depth === 0) return 'unknown'
  const objects = values.filter(isJsonObject)
  const lists = values.filter(isList)
  const types = values.filter((value) => !isJsonObject(value) && !isList(value)).map(typeOfPlain)
  if (lists.length > 0)
    types.push(`Array<${lists.flat().length > 0 ? typeOfValues(lists.flat(), depth - 1) : 'unknown'}>`)
  if (objects.length > 0) types.push(typeOfObjects(objects, depth - 1))
  return types.length === 0 ? 'never' : [...new Set(types)].join(' | ')
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

function typeOfPlain(value: JsonValue): string {
  return value === null ? 'null' : typeof value
}

function typeOfObjects(objects: readonly JsonObject[], depth: number): string {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))].sort()
  if (names.length === 0) return 'Record<string, never>'
  return `{ ${names.map((name) => typeOfProperty(name, objects, depth)).join('; ')} }`
}

function typeOfProperty(name: string, objects: readonly JsonObject[], depth: number): string {
  const having = objects.filter((object) => Object.hasOwn(object, name))
  const values = having.flatMap(({ [name]: value }) => (value === undefined ? [] : [value]))
  return `${JSON.stringify(name)}${having.length < objects.length ? '?' : ''}: ${typeOfValues(values, depth)}`
}
