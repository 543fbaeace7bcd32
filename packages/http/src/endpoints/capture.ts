import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** Batches of events are larger than anything else that is sent here. */
const MAX_CAPTURE_BYTES = 20 * 1024 * 1024

/** Where SDKs send events, in one after the other of their generations (evaluation.md section 4.5). */
const capture = {
  method: 'POST',
  auth: 'project_token',
  tag: 'sdk',
  cors: 'reflect',
  summary: 'Take events',
  query: z.object({ compression: z.string().optional(), token: z.string().optional() }),
  body: 'raw',
  maxBodyBytes: MAX_CAPTURE_BYTES,
  output: z.object({ status: z.string() }),
  errors: ['authentication_failed', 'bad_request', 'parse_error'],
} as const

export const captureBatch = endpoint({ ...capture, path: '/batch/', operationId: 'batch_capture' })
export const captureEvents = endpoint({ ...capture, path: '/e/', operationId: 'events_capture' })
export const captureEventsV0 = endpoint({ ...capture, path: '/i/v0/e/', operationId: 'events_v0_capture' })
export const captureEventsV1 = endpoint({
  ...capture,
  path: '/i/v1/analytics/events',
  operationId: 'events_v1_capture',
})
export const captureOne = endpoint({ ...capture, path: '/capture/', operationId: 'capture' })
export const captureTrack = endpoint({ ...capture, path: '/track/', operationId: 'track_capture' })
export const captureEngage = endpoint({ ...capture, path: '/engage/', operationId: 'engage_capture' })
