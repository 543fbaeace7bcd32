import { isJsonObject } from '../../json/json-value.ts'

/** Longer values are cut: an error must not repeat a whole request. */
const MAX_LENGTH = 1000

/** A JSON value as the messages of the original service show it, with quotes and names of its language. */
export function pythonText(value: unknown): string {
  const text = written(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}

function written(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`
  if (!isJsonObject(value)) return String(value)
  const entries = Object.entries(value).map(([key, part]) => `${quoted(key)}: ${written(part)}`)
  return `{${entries.join(', ')}}`
}

function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const escaped = text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t')
  return `${quote}${quote === "'" ? escaped.replace(/'/g, "\\'") : escaped}${quote}`
}
