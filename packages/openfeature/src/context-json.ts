import type { JsonObject, JsonValue } from '@flagdeck/core'

/**
 * Returns a context as OpenFeature's protocol would transmit it, so that a flag returns the same result in this process
 * and over HTTP. Dates become text. Returns undefined if the context has no JSON form.
 */
export function contextJson(context: object): JsonObject | undefined {
  // The SDK declares the context as a JSON object that may contain dates.
  return Object.values(context).every(isPlain) ? (context as JsonObject) : throughJson(context)
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === undefined
}

function throughJson(context: object): JsonObject | undefined {
  try {
    const json: JsonValue = JSON.parse(JSON.stringify(context))
    return json as JsonObject // JSON of an object is an object
  } catch {
    return undefined
  }
}
