import * as z from 'zod'

/**
 * A schema that takes anything, since its values are checked elsewhere, and of which the document says what `describe`
 * answers: a JSON Schema, which is not made before a document is. A copy, as `meta` makes one, no longer says it.
 */
export function documentedAs<Value = unknown>(describe: () => object): z.ZodType<Value> {
  const schema = z.unknown() as z.ZodType<Value> // it takes this type, too
  schema._zod.toJSONSchema = describe
  return schema
}
