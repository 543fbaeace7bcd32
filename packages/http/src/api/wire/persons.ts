import type { Person } from '@flagdeck/core'
import type { PersonFilter, PersonQuery } from '@flagdeck/core/operations'
import {
  formatTimestamp,
  parseJson,
  personName,
  personUuid,
  removePropertiesSchema,
  setPersonPropertiesSchema,
  setPropertySchema,
} from '@flagdeck/core/operations'
import * as z from 'zod'
import { pageSchema } from './page.ts'
import { requestBody } from './request-body.ts'
import { dateTime } from './user.ts'

export const updatePersonBody = requestBody(setPersonPropertiesSchema, {
  refuseUnknownExcept: ['id', 'uuid', 'name', 'distinct_id', 'distinct_ids', 'created_at', 'updated_at'],
})

export const updatePropertyBody = requestBody(setPropertySchema)
export const deletePropertyBody = requestBody(removePropertiesSchema)

const propertiesParameter = z
  .string()
  .optional()
  .transform((text, context) => {
    const filters = text === undefined ? undefined : parseJson(text)
    if (text === undefined || Array.isArray(filters)) return filters
    context.addIssue({ code: 'custom', message: 'Expected a JSON list of property filters.' })
    return z.NEVER
  })
  .describe('JSON list of filters on properties, all of which have to match: `[{"key":"plan","value":"pro"}]`.')

/** The filters of the person list. */
export const personQuerySchema = z.object({
  search: z
    .string()
    .optional()
    .describe('The start of the distinct id or of the e-mail address (property `email`), ignoring case.'),
  distinct_id: z.string().min(1).optional().describe('The whole distinct id: only this person, if there is one.'),
  email: z.string().min(1).optional().describe('The whole e-mail address (property `email`), whatever its case.'),
  properties: propertiesParameter,
  after: z.string().optional().describe('Where to continue, as the link of the page before says.'),
})

export const personValuesQuery = z.object({
  key: z.string().min(1).describe('The name of the property.'),
  value: z.string().optional().describe('Part of the value, whatever its case.'),
  after: z.string().min(1).optional().describe('Where to continue, as the link of the part before says.'),
})

export const personValueSchema = z.object({
  name: z.string().describe('The value as text.'),
  count: z.int().describe('How many of the persons that were read have it.'),
})

/** The stored data of a person. */
export const personSchema = z
  .object({
    id: z.string().describe('The distinct id, which paths take.'),
    uuid: z.uuid(),
    name: z.string().describe('The property `email`, `name` or `username`, or else the distinct id.'),
    distinct_id: z.string(),
    distinct_ids: z.array(z.string()),
    properties: z.record(z.string(), z.unknown()),
    created_at: dateTime(),
    updated_at: dateTime(),
  })
  .meta({ id: 'Person' })

export const personPageSchema = pageSchema(personSchema).extend({
  count: z.int().nullable().describe('null where persons are found by `email` or `properties` and more may follow.'),
})

export function personQuery({ search, distinct_id: distinctId }: z.output<typeof personQuerySchema>): PersonQuery {
  return { search, distinctId }
}

/** The filter, if no index can find its persons; otherwise undefined. */
export function personFilter(query: z.output<typeof personQuerySchema>): PersonFilter | undefined {
  const { search, distinct_id: distinctId, email, properties, after } = query
  if (email === undefined && properties === undefined && after === undefined) return undefined
  // Core refuses invalid filters.
  return { search, distinctId, email, properties: properties as PersonFilter['properties'] }
}

export function personBody(person: Person) {
  const { distinctId, properties, createdAt, updatedAt } = person
  return {
    id: distinctId,
    uuid: personUuid(person),
    name: personName(person),
    distinct_id: distinctId,
    distinct_ids: [distinctId],
    properties,
    created_at: formatTimestamp(createdAt),
    updated_at: formatTimestamp(updatedAt),
  }
}
