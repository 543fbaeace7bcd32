import * as z from 'zod'

/**
 * A schema that accepts any value, because the values are validated elsewhere. The OpenAPI document contains the JSON
 * Schema that `describe` returns, which is only created for a document. Copies, such as those of `meta`, lose it.
 */
export function documentedAs<Value = unknown>(describe: () => object): z.ZodType<Value> {
  const schema = z.unknown() as z.ZodType<Value> // it accepts any type, including this one
  schema._zod.toJSONSchema = describe
  return schema
}
