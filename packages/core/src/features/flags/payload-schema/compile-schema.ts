import type { Ajv, ErrorObject, Options } from 'ajv'
import type { JsonObject, JsonValue } from '../../../foundation/json/json-value.ts'
import { yieldToOthers } from '../../../foundation/time/yield.ts'
import { boundKeywords, type CodeWriter } from './bounded-keywords.ts'
import { meterCode } from './meter-code.ts'
import { meteredPatterns } from './metered-pattern.ts'
import { WorkMeter } from './work-meter.ts'

/** Compiles JSON Schemas of one draft, in two steps that callers may yield between. */
export interface SchemaCompiler {
  /** @throws Error that says why the schema is not a schema of the draft */
  refuseInvalid(schema: JsonObject): void
  /** @throws Error that says why the schema cannot be compiled */
  compile(schema: JsonObject): PayloadCheck
}

/**
 * Returns the first error of a payload; undefined when the payload is valid.
 * @throws TooMuchWorkError when the payload takes more work than the meter allows
 */
export type PayloadCheck = (payload: JsonValue) => ErrorObject | undefined

/** Nothing is fetched or printed, and no keyword is refused for its style. */
const OPTIONS = {
  strict: false,
  validateFormats: false,
  logger: false,
  // What is referred to is compiled once, not wherever it is referred to.
  inlineRefs: false,
  // Compiling takes longer than what is saved by it.
  code: { optimize: false },
  // Without it, the code of each keyword is nested in the code of the one before, which engines compile slowly. `meterCode`
  // stores only the first error.
  allErrors: true,
} satisfies Options

const DRAFT_07 = 'http://json-schema.org/draft-07/schema'
const DRAFT_2020 = 'https://json-schema.org/draft/2020-12/schema'

/**
 * The compiler of the draft that a schema names: of 2020-12 where it names none. Loaded by who first needs it,
 * by the one name that bundlers and Node both give to what CommonJS exports.
 */
export async function schemaCompiler({ $schema }: JsonObject): Promise<SchemaCompiler> {
  const { default: ajv } = await import('ajv')
  return $schema === DRAFT_07 || $schema === `${DRAFT_07}#`
    ? compilerOf(ajv.Ajv, ajv)
    : compilerOf((await import('ajv/dist/2020.js')).default.Ajv2020, ajv)
}

type Draft = new (options: Options) => Ajv

/** Those who judge schemas, which takes them long to be made. Bound: is as large as there are drafts. */
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

/** Each schema has an instance of its own: an instance would show the `$id`s of one schema to the others. */
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

/** Whoever judges would compile whatever of a draft `$schema` points to, and keep it by each text that points there. */
function refusePartOfDraft({ $schema }: JsonObject): void {
  if (typeof $schema !== 'string' || $schema === '') return
  if ([DRAFT_07, DRAFT_2020].includes($schema.replace(/#\/?$/, ''))) return
  throw new Error(`no schema with key or ref "${$schema}"`)
}

/** It yields between its steps. */
async function newJudge(Draft: Draft): Promise<Ajv> {
  await yieldToOthers()
  const judge = new Draft(OPTIONS)
  await yieldToOthers()
  // It compiles what all schemas are held to, which nobody may end half way.
  judge.validateSchema({})
  return judge
}

const NO_NAME = { dataVar: '' }
