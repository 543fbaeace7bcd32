import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { flagsResponseSchema, flagsResponseV1Schema } from '../wire/sdk-response.ts'

/** Batches of events are larger than anything else that is sent here. */
const MAX_CAPTURE_BYTES = 20 * 1024 * 1024

/** SDKs name their project by its public token in the body, and come from any page. */
const sdk = { auth: 'project_token', tag: 'sdk', cors: 'reflect' } as const

export const evaluateFlags = endpoint({
  ...sdk,
  method: 'POST',
  path: '/flags/',
  operationId: 'flags_evaluate',
  summary: 'Evaluate the flags of a project for one subject',
  query: z.object({ v: z.string().optional(), config: z.string().optional(), compression: z.string().optional() }),
  body: 'raw',
  output: z.union([flagsResponseSchema, flagsResponseV1Schema]),
  errors: ['authentication_failed', 'bad_request', 'parse_error'],
})

/** Some SDKs ask whether the endpoint is there. */
export const probeFlags = endpoint({
  ...sdk,
  auth: 'public',
  method: 'GET',
  path: '/flags/',
  operationId: 'flags_probe',
  summary: 'An empty answer of the right form',
  output: flagsResponseSchema,
})

export const captureBatch = endpoint({
  ...sdk,
  method: 'POST',
  path: '/batch/',
  operationId: 'batch_capture',
  summary: 'Take a batch of events',
  query: z.object({ compression: z.string().optional() }),
  body: 'raw',
  maxBodyBytes: MAX_CAPTURE_BYTES,
  output: z.object({ status: z.string() }),
  errors: ['authentication_failed', 'bad_request', 'parse_error'],
})
