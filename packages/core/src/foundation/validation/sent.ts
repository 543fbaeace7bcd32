import type * as z from 'zod'

/**
 * What a caller hands in to be checked with a schema. Fields may be given as undefined, which says as much as leaving
 * them out; nothing is ever written to what was handed in.
 */
export type Sent<Schema extends z.ZodType> = {
  readonly [Field in keyof z.input<Schema>]: OnlyRead<z.input<Schema>[Field]>
}

type OnlyRead<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value
