import type * as z from 'zod'
import type { EndpointRequest } from './endpoint-request.ts'

/**
 * The parameters that a query schema names, as text. It takes the last value of each, as other servers do, or all
 * values where the schema is a list.
 */
export function rawQuery(schema: z.ZodObject, request: EndpointRequest): Record<string, string | string[]> {
  if (!request.url.includes('?')) return {}
  const raw: Record<string, string | string[]> = {}
  for (const [name, field] of Object.entries(schema.shape)) {
    const values = request.searchParams.getAll(name)
    const last = values.at(-1)
    if (last !== undefined) raw[name] = isList(field) ? values : last
  }
  return raw
}

function isList(field: z.core.$ZodType): boolean {
  const known = listFields.get(field)
  if (known !== undefined) return known
  const list = acceptsList(field)
  listFields.set(field, list)
  return list
}

const listFields = new WeakMap<z.core.$ZodType, boolean>()

/** Unwraps optional, default, catch and the input side of transforms. */
function acceptsList(field: z.core.$ZodType): boolean {
  // Every schema's definition has a type; wrappers have `innerType`, pipes have `in`.
  const definition = field._zod.def as z.core.$ZodTypeDef & { innerType?: z.core.$ZodType; in?: z.core.$ZodType }
  const inner = definition.innerType ?? definition.in
  return inner === undefined ? definition.type === 'array' : acceptsList(inner)
}
