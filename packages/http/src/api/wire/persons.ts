import { formatTimestamp } from '@flagdeck/core'
import { setPersonPropertiesSchema } from '@flagdeck/core/operations'
import type { Person } from '@flagdeck/core/store'
import { z } from 'zod'
import { requestBody } from './request-body.ts'
import { dateTime } from './user.ts'

export const updatePersonBody = requestBody(setPersonPropertiesSchema)

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

export function personBody({ distinctId, properties, createdAt, updatedAt }: Person) {
  return {
    distinct_id: distinctId,
    distinct_ids: [distinctId],
    properties,
    created_at: formatTimestamp(createdAt),
    updated_at: formatTimestamp(updatedAt),
  }
}
