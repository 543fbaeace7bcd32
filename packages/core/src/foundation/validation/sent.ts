import type * as z from 'zod'

/**
 * The input of a caller that is validated with a schema. An undefined field equals a missing one. The input is never
 * modified.
 */
export type Sent<Schema extends z.ZodType> = {
  readonly [Field in keyof z.input<Schema>]: OnlyRead<z.input<Schema>[Field]>
}

type OnlyRead<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value
