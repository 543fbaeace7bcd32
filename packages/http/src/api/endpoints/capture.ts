import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { captureResultsSchema } from '../wire/capture-results.ts'
import { renderPlainProblem } from '../wire/plain-problem.ts'

/** Batches of events are larger than all other requests. */
const MAX_BATCH_BYTES = 20 * 1024 * 1024

const capture = {
  auth: 'project_token',
  tag: 'sdk',
  cors: 'reflect',
  errors: ['authentication_failed', 'bad_request', 'parse_error'],
} as const

/** SDKs print the text of a refusal, and parse only successes. */
const answer = {
  output: z.object({ status: z.string() }),
  renderProblem: renderPlainProblem,
  problems: { schema: z.string(), mediaType: 'text/plain' },
} as const

const query = z.object({ compression: z.string().optional(), token: z.string().optional() })

const post = { ...capture, ...answer, method: 'POST', summary: 'Capture events', query, body: 'raw' } as const

/** Requests that need no script in a page, and those of the oldest SDKs. */
const get = {
  ...capture,
  ...answer,
  method: 'GET',
  summary: 'Capture events from the query string',
  query: query.extend({ data: z.string().optional().describe('The body in base64.') }),
} as const

/** The paths to which the generations of SDKs send events (CAPTURE-1). */
export const captureBatch = endpoint({
  ...post,
  path: '/batch/',
  operationId: 'batch_capture',
  maxBodyBytes: MAX_BATCH_BYTES,
})
export const captureEvents = endpoint({ ...post, path: '/e/', operationId: 'events_capture' })
export const captureEventsV0 = endpoint({ ...post, path: '/i/v0/e/', operationId: 'events_v0_capture' })
export const captureOne = endpoint({ ...post, path: '/capture/', operationId: 'capture' })
export const captureTrack = endpoint({ ...post, path: '/track/', operationId: 'track_capture' })
export const captureEngage = endpoint({ ...post, path: '/engage/', operationId: 'engage_capture' })

export const captureBatchQuery = endpoint({ ...get, path: '/batch/', operationId: 'batch_capture_query' })
export const captureEventsQuery = endpoint({ ...get, path: '/e/', operationId: 'events_capture_query' })
export const captureEventsV0Query = endpoint({ ...get, path: '/i/v0/e/', operationId: 'events_v0_capture_query' })
export const captureOneQuery = endpoint({ ...get, path: '/capture/', operationId: 'capture_query' })
export const captureTrackQuery = endpoint({ ...get, path: '/track/', operationId: 'track_capture_query' })
export const captureEngageQuery = endpoint({ ...get, path: '/engage/', operationId: 'engage_capture_query' })

export const captureEventsV1 = endpoint({
  ...capture,
  method: 'POST',
  path: '/i/v1/analytics/events',
  operationId: 'events_v1_capture',
  summary: 'Capture events and report the result of each',
  query,
  body: 'raw',
  maxBodyBytes: MAX_BATCH_BYTES,
  output: captureResultsSchema,
})
