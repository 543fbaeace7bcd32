import { type CreateFlagInput, createFlagSchema, type JsonObject } from '@flagdeck/core'
import { flagSchema } from './flag.ts'
import { createFlagBody } from './flag-request.ts'
import { snakeCase } from './naming.ts'

/**
 * Every field that a flag has in the API: those that can be set, and those that are only answered, so that a document
 * may hold a flag as the API showed it.
 */
export const FLAG_FIELDS: readonly string[] = [
  ...new Set([...Object.keys(createFlagSchema.shape).map(snakeCase), ...Object.keys(flagSchema.shape)]),
]

/** The input that creates a flag which a document describes as the API does. Its values are not checked here. */
export function flagInputOf(document: JsonObject): CreateFlagInput {
  return createFlagBody.parse(document)
}
