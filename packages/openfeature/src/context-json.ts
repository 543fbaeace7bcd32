import type { JsonObject, JsonValue } from '@flagdeck/core'

/**
 * A context as it would come over OpenFeature's protocol, so that a flag answers the same here and there: a date is
 * text then. Undefined when it cannot be sent.
 */
export function contextJson(context: object): JsonObject | undefined {
  // As the SDK's types have it, the context is an object of JSON but for dates.
  return Object.values(context).every(isPlain) ? (context as JsonObject) : throughJson(context)
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === undefined
}

function throughJson(context: object): JsonObject | undefined {
  try {
    const json: JsonValue = JSON.parse(JSON.stringify(context))
    return json as JsonObject // of an object
  } catch {
    return undefined
  }
}
