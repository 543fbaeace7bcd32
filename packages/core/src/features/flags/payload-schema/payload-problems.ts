import type { ErrorObject } from 'ajv'
import type { JsonObject, JsonValue } from '../../../foundation/json/json-value.ts'
import { runWithin } from '../../../foundation/time/run-within.ts'
import { clip } from '../../../foundation/validation/clip.ts'
import { type SchemaCompiler, schemaCompiler } from './compile-schema.ts'

/** Time that a schema and the payloads of a flag have together, in milliseconds. Usual ones take one or two. */
const LIMIT_MS = 250

/** What is wrong with a schema or, if nothing is, with the first thing in each payload that breaks it. */
export type PayloadProblems = { readonly schema: string } | { readonly payloads: ReadonlyMap<string, string> }

/** Holds payloads, by variant, to a JSON Schema (FLAG-121). */
export async function payloadProblems(
  schema: JsonObject,
  payloads: ReadonlyMap<string, JsonValue>,
): Promise<PayloadProblems> {
  const compile = await schemaCompiler(schema)
  try {
    const checked = runWithin(LIMIT_MS, () => brokenPayloads(compile, schema, payloads))
    return checked ? { payloads: checked.result } : { schema: `it takes more than ${LIMIT_MS} ms to check payloads by` }
  } catch (error) {
    return { schema: clip((error as Error).message) }
  }
}

function brokenPayloads(compile: SchemaCompiler, schema: JsonObject, payloads: ReadonlyMap<string, JsonValue>) {
  const isValid = compile(schema)
  const broken = new Map<string, string>()
  for (const [key, payload] of payloads) {
    const [first] = isValid(payload) ? [] : (isValid.errors ?? [])
    if (first) broken.set(key, clip(sentenceOf(first)))
  }
  return broken
}

/** `/steps/0 must be integer`: the place as a JSON Pointer (RFC 6901), and what it should be. */
function sentenceOf({ instancePath, message = 'is not as it should be', params }: ErrorObject): string {
  const { additionalProperty, allowedValues } = params as { additionalProperty?: string; allowedValues?: unknown }
  const named = additionalProperty ?? allowedValues
  return `${instancePath || 'it'} ${message}${named === undefined ? '' : `: ${clip(named)}`}`
}
