import type { ErrorObject } from 'ajv'
import type { JsonObject, JsonValue } from '../../../foundation/json/json-value.ts'
import { boundedSteps, type RunStep } from '../../../foundation/time/bounded-steps.ts'
import { mapYielding, timeSlice, yieldToOthers } from '../../../foundation/time/yield.ts'
import { clip } from '../../../foundation/validation/clip.ts'
import { boundedTurns } from '../../../runtime/bounded-turns.ts'
import { payloadValue } from '../payload-value.ts'
import { type PayloadCheck, schemaCompiler } from './compile-schema.ts'

/** The time limit for compiling a schema, or for checking one payload, in milliseconds. Usual ones take one or two. */
const STEP_MS = 40
/** The time limit for a schema and all payloads of a flag, in milliseconds. */
const TOTAL_MS = 250

/** The problem of a schema or, if there is none, the first problem of each invalid payload. */
export type PayloadProblems = { readonly schema: string } | { readonly payloads: ReadonlyMap<string, string> }

// One schema at a time in this process: the memory of several checks would add up (FLAG-127).
// Bound: OUT-8 payload-checks
const inTurn = boundedTurns({
  running: 1,
  waiting: 32,
  refusal: 'Too many payloads are being validated right now. Please try again in a moment.',
})

/**
 * Validates payloads, by variant, against a JSON Schema (FLAG-121). It yields before it reads payloads, and between its
 * steps.
 * @param payloads the stored JSON texts
 * @throws DomainError `throttled` when too many schemas are waiting
 */
export function payloadProblems(schema: JsonObject, payloads: ReadonlyMap<string, string>): Promise<PayloadProblems> {
  return inTurn(() => problemsOf(schema, payloads))
}

async function problemsOf(schema: JsonObject, payloads: ReadonlyMap<string, string>): Promise<PayloadProblems> {
  await yieldToOthers()
  const values = await mapYielding(payloads, ([key, text]) => [key, payloadValue(text)] as const, 1)
  const compiler = await schemaCompiler(schema)
  const run = boundedSteps({ stepMs: STEP_MS, totalMs: TOTAL_MS })
  try {
    const isSchema = await run(() => compiler.refuseInvalid(schema))
    const compiled = isSchema && (await run(() => compiler.compile(schema)))
    const broken = compiled && (await brokenPayloads(run, compiled.result, values))
    return broken ? { payloads: broken } : { schema: TOO_LONG }
  } catch (error) {
    return { schema: clip((error as Error).message) }
  }
}

const TOO_LONG = `compiling it or validating one payload takes more than ${STEP_MS} ms, or ${TOTAL_MS} ms in total`

type Payload = readonly [key: string, payload: JsonValue]

/** Returns the problems of payloads; undefined when a time limit is exceeded. */
async function brokenPayloads(
  run: RunStep,
  firstError: PayloadCheck,
  payloads: readonly Payload[],
): Promise<ReadonlyMap<string, string> | undefined> {
  const broken = new Map<string, string>()
  for (let from = 0; from < payloads.length; ) {
    const checked = await run(() => checkSome(firstError, payloads.slice(from), broken))
    if (!checked) return undefined
    from += checked.result
  }
  return broken
}

/** Checks payloads until a time slice is over, but at least one. Returns how many it has checked. */
function checkSome(firstError: PayloadCheck, payloads: readonly Payload[], broken: Map<string, string>): number {
  const slice = timeSlice()
  let checked = 0
  for (const [key, payload] of payloads) {
    const error = firstError(payload)
    if (error) broken.set(key, clip(sentenceOf(error)))
    checked++
    if (slice.isOver()) break
  }
  return checked
}

/** Returns a sentence such as `/steps/0 must be integer`: the place as a JSON Pointer (RFC 6901), and the rule. */
function sentenceOf({ instancePath, message = 'is invalid', params }: ErrorObject): string {
  const { additionalProperty, allowedValues } = params as { additionalProperty?: string; allowedValues?: unknown }
  const named = additionalProperty ?? allowedValues
  return `${instancePath || 'it'} ${message}${named === undefined ? '' : `: ${clip(named)}`}`
}
