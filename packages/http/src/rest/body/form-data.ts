import type { JsonObject, JsonValue } from '@flagdeck/core'
import * as z from 'zod'
import { type ParsingMemory, readJson } from '../json/json-body.ts'
import { Overloaded } from '../overloaded.ts'

/**
 * Converts the fields of a form to what the endpoint expects. Text fields use the last value of a repeated name. Other
 * fields get the list of all values, or the parsed JSON (HTTP-12).
 * @param form as parsed by the API or by the host program
 */
export async function formData(
  form: JsonObject,
  body: z.ZodType | 'raw' | undefined,
  memory: ParsingMemory,
): Promise<JsonObject> {
  const fields = body instanceof z.ZodType ? fieldsOf(body) : {}
  const data: [string, JsonValue][] = []
  for (const [name, sent] of Object.entries(form)) {
    const types = Object.hasOwn(fields, name) ? typesOf(fields[name]) : ['string']
    data.push([name, await fieldValue(sent, types, memory)])
  }
  return Object.fromEntries(data)
}

/** The parts of a JSON Schema that specify the type of a value. */
interface Field {
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Field[]
}

function fieldsOf(body: z.ZodType): Readonly<Record<string, Field>> {
  // zod's JSON Schema of an object has properties.
  const { properties } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as {
    readonly properties?: Readonly<Record<string, Field>>
  }
  return properties ?? {}
}

/** Empty where any type is accepted. */
function typesOf({ type = [], anyOf = [] }: Field = {}): readonly string[] {
  return [...[type].flat(), ...anyOf.flatMap(typesOf)]
}

async function fieldValue(sent: JsonValue, types: readonly string[], memory: ParsingMemory): Promise<JsonValue> {
  const texts = Array.isArray(sent) ? sent : [sent]
  const last = texts.at(-1) ?? null
  // The host's parser may have produced more than texts.
  if (typeof last !== 'string') return sent
  if (types.includes('string')) return last
  const isList = types.includes('array') && !types.includes('object')
  if (isList && (texts.length > 1 || !BEGINS_JSON.test(last))) return texts
  return BEGINS_JSON.test(last) ? jsonOrText(last, memory) : last
}

/** Only lists and objects: the schemas themselves convert numbers and words. */
const BEGINS_JSON = /^\s*[[{]/

/**
 * Text that is not JSON, or exceeds the limits, stays text. The endpoint then refuses it with the name of the field.
 */
async function jsonOrText(text: string, memory: ParsingMemory): Promise<JsonValue> {
  try {
    return (await readJson(new TextEncoder().encode(text), memory)) as JsonValue // parsed JSON
  } catch (error) {
    if (error instanceof Overloaded) throw error
    return text
  }
}
