import type { JsonObject, JsonValue } from '@flagdeck/core'
import * as z from 'zod'
import { type ParsingMemory, readJson } from '../json/json-body.ts'
import { Overloaded } from '../overloaded.ts'

/**
 * What a form says to an endpoint: texts, of a name that comes several times the last, but where the endpoint takes no
 * text, the list of all of them, or what they say as JSON (HTTP-12).
 * @param form as it was parsed, by us or by the host program
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

/** The parts of a JSON Schema that say of which type a value may be. */
interface Field {
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Field[]
}

function fieldsOf(body: z.ZodType): Readonly<Record<string, Field>> {
  // What zod makes of an object has properties.
  const { properties } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as {
    readonly properties?: Readonly<Record<string, Field>>
  }
  return properties ?? {}
}

/** None where anything will do. */
function typesOf({ type = [], anyOf = [] }: Field = {}): readonly string[] {
  return [...[type].flat(), ...anyOf.flatMap(typesOf)]
}

async function fieldValue(sent: JsonValue, types: readonly string[], memory: ParsingMemory): Promise<JsonValue> {
  const texts = Array.isArray(sent) ? sent : [sent]
  const last = texts.at(-1) ?? null
  // A host may have read more into a form than texts.
  if (typeof last !== 'string') return sent
  if (types.includes('string')) return last
  const isList = types.includes('array') && !types.includes('object')
  if (isList && (texts.length > 1 || !BEGINS_JSON.test(last))) return texts
  return BEGINS_JSON.test(last) ? jsonOrText(last, memory) : last
}

/** A list or an object: numbers and words are read by who checks them. */
const BEGINS_JSON = /^\s*[[{]/

/** What is no JSON, or more than may be sent, stays text, which the endpoint refuses by the name of the field. */
async function jsonOrText(text: string, memory: ParsingMemory): Promise<JsonValue> {
  try {
    return (await readJson(new TextEncoder().encode(text), memory)) as JsonValue // what was parsed is JSON
  } catch (error) {
    if (error instanceof Overloaded) throw error
    return text
  }
}
