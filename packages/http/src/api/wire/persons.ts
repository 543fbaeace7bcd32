import type { Person } from '@flagdeck/core'
import type { PersonQuery } from '@flagdeck/core/operations'
import { formatTimestamp, setPersonPropertiesSchema } from '@flagdeck/core/operations'
import * as z from 'zod'
import { requestBody } from './request-body.ts'
import { dateTime } from './user.ts'

export const updatePersonBody = requestBody(setPersonPropertiesSchema)

/** Which persons are listed. */
export const personQuerySchema = z.object({
  search: z
    .string()
    .optional()
    .describe('What the distinct id begins with, or the e-mail address (property `email`), whatever its case.'),
  distinct_id: z.string().optional().describe('The whole distinct id: only this person, if there is one.'),
})

/** What is known about a person. */
export const personSchema = z
  .object({
    distinct_id: z.string(),
    distinct_ids: z.array(z.string()),
    properties: z.record(z.string(), z.unknown()),
    created_at: dateTime(),
    updated_at: dateTime(),
  })
  .meta({ id: 'Person' })

export function personQuery({ search, distinct_id: distinctId }: z.infer<typeof personQuerySchema>): PersonQuery {
  return { search, distinctId }
}

export function personBody({ distinctId, properties, createdAt, updatedAt }: Person) {
  return {
    distinct_id: distinctId,
    distinct_ids: [distinctId],
    properties,
    created_at: formatTimestamp(createdAt),
    updated_at: formatTimestamp(updatedAt),
  }
}
