import type * as z from 'zod'

// Bound: dies with the schemas, which are constants
const READ_ONLY = new WeakMap<z.core.$ZodType, readonly string[]>()

/**
 * Lets callers pass a record back as it was returned (EMBED-42): read-only fields of the record are accepted and
 * ignored. Call it last, because methods such as `partial` create another schema.
 */
export function withReadOnly<Schema extends z.ZodObject>(schema: Schema, names: readonly string[]): Schema {
  READ_ONLY.set(schema, names)
  return schema
}

/** Returns the names that were passed to {@link withReadOnly}. */
export function readOnlyFields(schema: z.core.$ZodType): readonly string[] {
  return READ_ONLY.get(schema) ?? []
}

/** Returns the names of all fields of a record: the compiler refuses an incomplete list. */
export function fieldNames<Fields extends object>(
  names: { readonly [Name in keyof Fields]-?: true },
): readonly string[] {
  return Object.keys(names)
}
