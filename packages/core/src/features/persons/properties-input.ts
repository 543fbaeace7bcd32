import * as z from 'zod'
import { jsonBytes } from '../../foundation/json/json-bytes.ts'
import { isJson, isJsonObject, type JsonObject } from '../../foundation/json/json-value.ts'
import { NOT_JSON } from '../../foundation/validation/fields.ts'
import { refuseIfAny } from '../../foundation/validation/refuse.ts'
import { violation } from '../../foundation/validation/violation.ts'
import { coded, notADictionary, rule } from '../../foundation/validation/violations-of.ts'

/** The maximum size of all properties of one person or group, as compact JSON in UTF-8 (PERSON-3). */
const MAX_PROPERTIES_BYTES = 512 * 1024

/**
 * Returns the field for a JSON object, which is stored unchanged. It is not a zod record, which would drop a key called
 * `__proto__`.
 */
export function propertiesField() {
  return z
    .custom<JsonObject>(isJsonObject, {
      error: ({ input }) => notADictionary(input).detail,
      params: coded('not_a_dict'),
    })
    .refine((value) => isJson(value), rule('invalid_input', NOT_JSON))
}

/** More than clients remove in one request. */
export const MAX_UNSET = 10_000

/** Returns the field for the names of properties to remove. */
export function unsetField() {
  return z.array(z.string()).max(MAX_UNSET)
}

/**
 * Returns properties after a change: given properties replace those with the same name, even if they are null; those in
 * `unset` are removed.
 */
export function mergeProperties(
  stored: JsonObject,
  given: JsonObject,
  unset: readonly string[],
  attr: string,
): JsonObject {
  const gone = new Set(unset)
  const entries = Object.entries({ ...stored, ...given }).filter(([name]) => !gone.has(name))
  // `fromEntries` defines keys, so that a key called `__proto__` is normal data.
  const properties = Object.fromEntries(entries)
  const size = jsonBytes(properties)
  const detail = `Properties exceed maximum size of ${MAX_PROPERTIES_BYTES} bytes. Size with this change: ${size} bytes.`
  if (size > MAX_PROPERTIES_BYTES) refuseIfAny([violation(attr, 'invalid_input', detail)])
  return properties
}
