import type { Ajv, CodeKeywordDefinition, KeywordCxt } from 'ajv'

type Code = CodeKeywordDefinition['code']
type Change = (code: Code) => Code
/** The part of ajv that generates code. It is loaded with ajv, when a schema is first used. */
export type CodeWriter = Pick<typeof import('ajv'), '_' | 'Name'>

/** The work of counting one character of a text. */
const WORK_OF_CHARACTER = 4
/** The work of comparing a payload with one character of a value. */
const WORK_OF_COMPARED_CHARACTER = 3

/** Limits the work and the errors of the keywords of an ajv instance. It does not change which values are valid. */
export function boundKeywords(ajv: Ajv, writer: CodeWriter): Ajv {
  for (const [keyword, change] of Object.entries(changesOf(writer))) {
    // Replaced in place, because the order of keywords determines the first error.
    const rule = ajv.RULES.all[keyword]
    if (typeof rule !== 'object' || !('code' in rule.definition) || !rule.definition.code) continue
    rule.definition = { ...rule.definition, code: change(rule.definition.code) }
  }
  return ajv
}

function changesOf({ _, Name }: CodeWriter): Readonly<Record<string, Change>> {
  /** The number of errors in generated code. */
  const errors = new Name('errors')
  /** Methods of `WorkMeter`, which `meterCode` provides to generated code. */
  const [spend, duplicateItems] = [new Name('spend'), new Name('duplicateItems')]

  const spendLength: Change = (code) => (context) => {
    context.gen.code(_`${spend}(${WORK_OF_CHARACTER} * ${context.data}.length)`)
    code(context)
  }
  const spendSchema: Change = (code) => (context) => {
    context.gen.code(_`${spend}(${WORK_OF_COMPARED_CHARACTER * JSON.stringify(context.schema).length})`)
    code(context)
  }
  // With `allErrors`, ajv visits every item of a list, even if the first is invalid.
  const endLoop: Change = (code) => (context) => {
    // The tuples of draft-07 have no loop.
    if (Array.isArray(context.schema)) return code(context)
    const before = context.gen.const('before', errors)
    const subschema = context.subschema.bind(context)
    context.subschema = (part, valid) => {
      const result = subschema(part, valid)
      context.gen.if(_`${errors} > ${before}`, () => context.gen.break())
      return result
    }
    code(context)
  }
  // The implementation of ajv compares each item with each other item.
  const linearUniqueItems: Change = () => (context) => {
    if (context.schema !== true) return
    const places = context.gen.const('places', _`${duplicateItems}(${context.data})`)
    context.setParams({ i: _`${places}[1]`, j: _`${places}[0]` })
    context.fail(_`${places} !== undefined`)
  }
  return {
    items: endLoop,
    additionalItems: endLoop,
    unevaluatedItems: endLoop,
    additionalProperties: endLoop,
    patternProperties: endLoop,
    propertyNames: endLoop,
    unevaluatedProperties: endLoop,
    contains: withoutErrorsOfItems,
    minLength: spendLength,
    maxLength: spendLength,
    enum: spendSchema,
    const: spendSchema,
    uniqueItems: linearUniqueItems,
  }
}

/** Removes the errors of single items, which would otherwise come before the error that no item is valid. */
function withoutErrorsOfItems(code: Code): Code {
  return (context: KeywordCxt) => {
    const result = context.result.bind(context)
    context.result = (isValid, pass) =>
      result(isValid, pass, () => {
        context.reset()
        context.error()
      })
    code(context)
  }
}
