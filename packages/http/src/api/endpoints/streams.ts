import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'

/** Server-sent events: clients send the last event that they received in `Last-Event-ID`. */
const stream = {
  method: 'GET',
  tag: 'sdk',
  cors: 'reflect',
  mediaType: 'text/event-stream',
  output: z.string(),
} as const

export const streamDefinitions = endpoint({
  ...stream,
  auth: 'definitions',
  cors: 'any',
  scope: 'feature_flag:read',
  path: '/flags/definitions/stream',
  operationId: 'flags_definitions_stream',
  summary: 'Events about new versions of the flag definitions',
  query: z.object({
    token: z.string().optional().describe('The project’s public token.'),
    availability: z
      .literal('true', { error: 'Send true, or omit it.' })
      .optional()
      .describe(
        'true: also send an `availability` event every second, which reports whether the database is available',
      ),
  }),
})

export const streamOfrepEvents = endpoint({
  ...stream,
  auth: 'stream_token',
  tag: 'ofrep',
  path: '/ofrep/v1/events',
  operationId: 'ofrep_events',
  summary: 'Events that tell OpenFeature providers to evaluate again',
  query: z.object({ token: z.string().describe('From the answer to a bulk evaluation.') }),
})
