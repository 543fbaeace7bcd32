import type { Ajv, Options, ValidateFunction } from 'ajv'
import type { JsonObject } from '../../../foundation/json/json-value.ts'
import { yieldToOthers } from '../../../foundation/time/yield.ts'

/** Compiles JSON Schemas of one draft. Throws an error that says why a schema cannot be compiled. */
export type SchemaCompiler = (schema: JsonObject) => ValidateFunction

/** Nothing is fetched or printed, and no keyword is refused for its style. */
const OPTIONS: Options = {
  strict: false,
  validateFormats: false,
  logger: false,
  // What is referred to is compiled once, not wherever it is referred to.
  inlineRefs: false,
  // Compiling takes longer than what is saved by it.
  code: { optimize: false },
  // Keywords one after the other: what ends with the first error has each inside the one before, which takes engines long.
  allErrors: true,
}

const DRAFT_07 = 'http://json-schema.org/draft-07/schema'
const DRAFT_2020 = 'https://json-schema.org/draft/2020-12/schema'

/**
 * The compiler of the draft that a schema names: of 2020-12 where it names none. Loaded by who first needs it,
 * by the one name that bundlers and Node both give to what CommonJS exports.
 */
export async function schemaCompiler({ $schema }: JsonObject): Promise<SchemaCompiler> {
  return $schema === DRAFT_07 || $schema === `${DRAFT_07}#`
    ? compilerOf((await import('ajv')).default.Ajv)
    : compilerOf((await import('ajv/dist/2020.js')).default.Ajv2020)
}

type Draft = new (options: Options) => Ajv

/** Those who judge schemas, which takes them long to be made. Bound: is as large as there are drafts. */
const judges = new Map<Draft, Ajv>()

async function compilerOf(Draft: Draft): Promise<SchemaCompiler> {
  const judge = judges.get(Draft) ?? (await newJudge(Draft))
  judges.set(Draft, judge)
  return (schema) => {
    refusePartOfDraft(schema)
    if (judge.validateSchema(schema) !== true) throw new Error(judge.errorsText(judge.errors?.slice(0, 1), NO_NAME))
    if (Object.hasOwn(schema, '$async')) throw new Error('$async is not supported')
    // One by itself: what schemas name would be known to those of others.
    return tellingOfContains(new Draft({ ...OPTIONS, meta: false, validateSchema: false })).compile(schema)
  }
}

/** Whoever judges would compile whatever of a draft `$schema` points to, and keep it by each text that points there. */
function refusePartOfDraft({ $schema }: JsonObject): void {
  if (typeof $schema !== 'string' || $schema === '') return
  if ([DRAFT_07, DRAFT_2020].includes($schema.replace(/#\/?$/, ''))) return
  throw new Error(`no schema with key or ref "${$schema}"`)
}

/** Where all errors are looked for, those of each item would stand before the one that no item is as it should be. */
function tellingOfContains(ajv: Ajv): Ajv {
  const contains = ajv.getKeyword('contains')
  if (typeof contains !== 'object' || !('code' in contains) || !contains.code) return ajv
  const { code, ...definition } = contains
  const withoutItems: typeof code = (context) => {
    const result = context.result.bind(context)
    context.result = (isValid, pass) =>
      result(isValid, pass, () => {
        context.reset()
        context.error()
      })
    code(context)
  }
  // What it has looked at, the next has not to look at.
  const placed = { ...definition, keyword: 'contains', before: 'unevaluatedItems', code: withoutItems }
  return ajv.removeKeyword('contains').addKeyword(placed)
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
