import type { JsonObject } from '@flagdeck/core'
import { IDEMPOTENCY_KEY, IDEMPOTENCY_REPLAYED } from '../idempotency-headers.ts'

/** The components of the OpenAPI document that all endpoints with an idempotency key share. */
export const IDEMPOTENCY_COMPONENTS = {
  parameters: {
    IdempotencyKey: {
      name: IDEMPOTENCY_KEY,
      in: 'header',
      required: false,
      description:
        'Makes the request safe to send again for 24 hours: with the same key it is carried out once, and answered ' +
        'as the first time. Every request needs a key of its own, such as a UUID.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    },
  },
  headers: {
    IdempotencyReplayed: {
      description: 'The request was already carried out; this is the stored response.',
      schema: { type: 'string', const: 'true' },
    },
  },
} as const satisfies JsonObject

export const IDEMPOTENCY_PARAMETER: JsonObject = { $ref: '#/components/parameters/IdempotencyKey' }

export const IDEMPOTENCY_RESPONSE_HEADERS: JsonObject = {
  [IDEMPOTENCY_REPLAYED]: { $ref: '#/components/headers/IdempotencyReplayed' },
}
