import { type ApiDocument, followed, type Schema } from './document.ts'

/** Returns the type of a value in a few words: `text`, `list of integer`, `"a" or "b"`. */
export function typeWords(api: ApiDocument, schema: Schema): string {
  const found = followed(api, schema)
  if (found.const !== undefined) return JSON.stringify(found.const)
  if (found.enum) return found.enum.map((value) => JSON.stringify(value)).join(' or ')
  const choices = found.anyOf ?? found.oneOf
  if (choices) return [...new Set(choices.map((choice) => typeWords(api, choice)))].join(' or ')
  if (found.type === 'array' && found.items) return `list of ${typeWords(api, found.items)}`
  if (found.type !== undefined) return [found.type].flat().join(' or ')
  return found.properties ? 'object' : 'anything'
}

/** Returns the schema of an object behind references, lists and choices; undefined if it has no declared fields. */
export function fieldsOf(api: ApiDocument, schema: Schema): Schema | undefined {
  const found = followed(api, schema)
  if (found.properties) return found
  if (found.items) return fieldsOf(api, found.items)
  for (const choice of [...(found.anyOf ?? []), ...(found.oneOf ?? []), ...(found.allOf ?? [])]) {
    const fields = fieldsOf(api, choice)
    if (fields) return fields
  }
  return undefined
}

const EXAMPLES: Readonly<Record<string, unknown>> = {
  string: '',
  integer: 0,
  number: 0,
  boolean: false,
  array: [],
  object: {},
}

/** Returns a value to start with: the required fields, or the first fields if none is required. */
export function exampleOf(api: ApiDocument, schema: Schema, depth = 4): unknown {
  const found = followed(api, schema)
  if (found.const !== undefined) return found.const
  if (found.enum) return found.enum[0]
  const [choice] = found.anyOf ?? found.oneOf ?? []
  if (choice) return depth === 0 ? null : exampleOf(api, choice, depth - 1)
  if (!found.properties || depth === 0) return EXAMPLES[[found.type].flat()[0] ?? ''] ?? null
  const names = found.required?.length ? found.required : Object.keys(found.properties).slice(0, 1)
  return Object.fromEntries(
    names.map((name) => [name, exampleOf(api, found.properties?.[name] ?? {}, depth - 1)] as const),
  )
}
