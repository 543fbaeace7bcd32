import type { Ajv, ErrorObject, Options } from 'ajv'
import type { JsonObject, JsonValue } from '../../../foundation/json/json-value.ts'
import { yieldToOthers } from '../../../foundation/time/yield.ts'
import { boundKeywords, type CodeWriter } from './bounded-keywords.ts'
import { meterCode } from './meter-code.ts'
import { meteredPatterns } from './metered-pattern.ts'
import { WorkMeter } from './work-meter.ts'

/** Compiles JSON Schemas of one draft. Callers can yield between its two steps. */
export interface SchemaCompiler {
  /** @throws Error with the reason when the schema is not valid in the draft */
  refuseInvalid(schema: JsonObject): void
  /** @throws Error with the reason when the schema cannot be compiled */
  compile(schema: JsonObject): PayloadCheck
}

/**
 * Returns the first error of a payload; undefined when the payload is valid.
 * @throws TooMuchWorkError when the payload needs more work than the meter allows
 */
export type PayloadCheck = (payload: JsonValue) => ErrorObject | undefined

/** Nothing is fetched or printed, and no keyword is rejected for its style. */
const OPTIONS = {
  strict: false,
  validateFormats: false,
  logger: false,
  // Compiles a referenced schema once, and not at each reference.
  inlineRefs: false,
  // Optimizing takes longer than it saves.
  code: { optimize: false },
  // Without it, the code of each keyword is nested in the code of the previous one, which engines compile slowly.
  // `meterCode` stores only the first error.
  allErrors: true,
} satisfies Options

const DRAFT_07 = 'http://json-schema.org/draft-07/schema'
const DRAFT_2020 = 'https://json-schema.org/draft/2020-12/schema'

/**
 * Returns the compiler for the draft that a schema names, by default 2020-12. ajv is loaded on first use, as the
 * default import, because it is the only name under which both bundlers and Node provide the exports of CommonJS.
 */
export async function schemaCompiler({ $schema }: JsonObject): Promise<SchemaCompiler> {
  const { default: ajv } = await import('ajv')
  return $schema === DRAFT_07 || $schema === `${DRAFT_07}#`
    ? compilerOf(ajv.Ajv, ajv)
    : compilerOf((await import('ajv/dist/2020.js')).default.Ajv2020, ajv)
}

type Draft = new (options: Options) => Ajv

/** Validators of schemas. They are cached, because creating one is slow. Bound: is as large as there are drafts. */
const judges = new Map<Draft, Ajv>()

async function compilerOf(Draft: Draft, writer: CodeWriter): Promise<SchemaCompiler> {
  const judge = judges.get(Draft) ?? (await newJudge(Draft))
  judges.set(Draft, judge)
  return {
    refuseInvalid(schema) {
      refusePartOfDraft(schema)
      if (judge.validateSchema(schema) !== true) throw new Error(judge.errorsText(judge.errors?.slice(0, 1), NO_NAME))
      if (Object.hasOwn(schema, '$async')) throw new Error('$async is not supported')
    },
    compile: (schema) => checkOf(schema, Draft, writer),
  }
}

/**
 * Compiles each schema with a separate ajv instance: a shared instance would expose the `$id`s of one schema to others.
 */
function checkOf(schema: JsonObject, Draft: Draft, writer: CodeWriter): PayloadCheck {
  const meter = new WorkMeter()
  const code = { ...OPTIONS.code, process: meterCode, regExp: meteredPatterns(meter) }
  const ajv = new Draft({ ...OPTIONS, code, meta: false, validateSchema: false })
  const isValid = boundKeywords(Object.assign(ajv, { meter }), writer).compile(schema)
  return (payload) => {
    meter.reset()
    return isValid(payload) ? undefined : isValid.errors?.[0]
  }
}

/** Rejects a `$schema` that points into a draft: ajv would compile that part, and cache it for each distinct text. */
function refusePartOfDraft({ $schema }: JsonObject): void {
  if (typeof $schema !== 'string' || $schema === '') return
  if ([DRAFT_07, DRAFT_2020].includes($schema.replace(/#\/?$/, ''))) return
  throw new Error(`no schema with key or ref "${$schema}"`)
}

/** Yields between its steps. */
async function newJudge(Draft: Draft): Promise<Ajv> {
  await yieldToOthers()
  const judge = new Draft(OPTIONS)
  await yieldToOthers()
  // Compiles the schema of the draft now, because this step must not be interrupted by a time limit.
  judge.validateSchema({})
  return judge
}

const NO_NAME = { dataVar: '' }
