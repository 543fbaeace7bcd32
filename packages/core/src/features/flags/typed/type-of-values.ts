import { isJsonObject, type JsonObject, type JsonValue } from '../../../foundation/json/json-value.ts'

/**
 * The TypeScript type of some JSON values: objects among them are one type, in which a property that not all of them
 * have is optional. Without values it is `never`.
 */
export function typeOfValues(values: readonly JsonValue[]): string {
  const objects = values.filter(isJsonObject)
  const lists = values.filter(isList)
  const types = values.filter((value) => !isJsonObject(value) && !isList(value)).map(typeOfPlain)
  if (lists.length > 0) types.push(`Array<${lists.flat().length > 0 ? typeOfValues(lists.flat()) : 'unknown'}>`)
  if (objects.length > 0) types.push(typeOfObjects(objects))
  return types.length === 0 ? 'never' : [...new Set(types)].join(' | ')
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

function typeOfPlain(value: JsonValue): string {
  return value === null ? 'null' : typeof value
}

function typeOfObjects(objects: readonly JsonObject[]): string {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))].sort()
  if (names.length === 0) return 'Record<string, never>'
  return `{ ${names.map((name) => typeOfProperty(name, objects)).join('; ')} }`
}

function typeOfProperty(name: string, objects: readonly JsonObject[]): string {
  const having = objects.filter((object) => Object.hasOwn(object, name))
  const values = having.flatMap(({ [name]: value }) => (value === undefined ? [] : [value]))
  return `${JSON.stringify(name)}${having.length < objects.length ? '?' : ''}: ${typeOfValues(values)}`
}
