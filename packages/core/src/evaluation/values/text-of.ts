import { isJsonObject, type JsonValue } from '../../json/json-value.ts'

/**
 * The text that operators compare (evaluation.md section 2.4): text as it is, everything else as compact JSON with
 * sorted keys. Numbers print as JavaScript prints them, so 1.0 is `1`.
 */
export function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' ? canonicalJson(value) : scalarText(value)
}

function scalarText(value: number | boolean): string {
  // NaN and the infinities are no JSON; whoever sends them by wire sends null.
  return typeof value === 'number' && !Number.isFinite(value) ? 'null' : String(value)
}

function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (isJsonObject(value)) return objectJson(value)
  return JSON.stringify(value) ?? 'null'
}

function objectJson(object: { readonly [key: string]: JsonValue | undefined }): string {
  const members: string[] = []
  for (const key of Object.keys(object).sort()) {
    const value = object[key]
    if (value !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(value)}`)
  }
  return `{${members.join(',')}}`
}
