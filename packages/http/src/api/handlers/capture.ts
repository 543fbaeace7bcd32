import type { JsonObject, Project } from '@flagdeck/core'
import { captureEvents, type EventMeaning, eventMeaning } from '@flagdeck/core/operations'
import { yieldToOthers } from '@flagdeck/core/store'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import type { RawBody } from '../../rest/plain-request.ts'
import { bodyTooLarge, RequestError } from '../../rest/request-error.ts'
import type { Route } from '../../rest/routing/route.ts'
import type { RequestContext } from '../access/request-context.ts'
import { keyInHeader } from '../access/request-credentials.ts'
import { capturedEvent, uuidOf } from '../capture/captured-event.ts'
import { type Sending, sendingV0, sendingV1 } from '../capture/sending.ts'
import { type SentEvents, sentEvents } from '../capture/sent-events.ts'
import * as endpoints from '../endpoints/capture.ts'
import { captureResults, type SettledEvent } from '../wire/capture-results.ts'
import { capturedToken } from '../wire/captured-token.ts'
import { handle } from './scoped-handler.ts'
import { sdkSnapshot } from './sdk-snapshot.ts'

const OK = { status: 'Ok' } as const

export const captureRoutes: readonly Route<RequestContext>[] = [
  handle(endpoints.captureBatch, captureV0),
  handle(endpoints.captureEvents, captureV0),
  handle(endpoints.captureEventsV0, captureV0),
  handle(endpoints.captureOne, captureV0),
  handle(endpoints.captureTrack, captureV0),
  handle(endpoints.captureEngage, captureV0),
  handle(endpoints.captureBatchQuery, captureQuery),
  handle(endpoints.captureEventsQuery, captureQuery),
  handle(endpoints.captureEventsV0Query, captureQuery),
  handle(endpoints.captureOneQuery, captureQuery),
  handle(endpoints.captureTrackQuery, captureQuery),
  handle(endpoints.captureEngageQuery, captureQuery),
  handle(endpoints.captureEventsV1, async (input) => {
    const { isBatch, taken, project } = await takeEvents(input, sendingV1)
    if (!isBatch || taken.length === 0) throw noEvents()
    return captureResults(await settle(input, project, taken))
  }),
]

interface CaptureInput {
  readonly context: Pick<RequestContext, 'ctx'>
  readonly query: { readonly compression?: string | undefined; readonly token?: string | undefined }
  readonly body: RawBody
  readonly request: EndpointRequest
}

type QueryInput = Omit<CaptureInput, 'body'> & { readonly query: { readonly data?: string | undefined } }

function captureQuery(input: QueryInput) {
  // HEAD sends no event.
  if (input.request.method === 'HEAD') return OK
  return captureV0({ ...input, body: { parsed: { data: input.query.data ?? '' } } })
}

/** An invalid event among valid ones is dropped. If no event is valid, the sender gets an error (CAPTURE-3). */
async function captureV0(input: CaptureInput) {
  const { taken, project } = await takeEvents(input, sendingV0)
  if (taken.every(({ meaning }) => typeof meaning === 'string')) throw noEvents(taken[0])
  await settle(input, project, taken)
  return OK
}

/** An event with its meaning, or the reason why it is invalid. */
interface TakenEvent {
  readonly uuid: string | null
  readonly meaning: EventMeaning | string
}

interface TakenEvents extends Pick<SentEvents, 'isBatch'> {
  readonly project: Project
  readonly taken: readonly TakenEvent[]
}

/** Reads all events before any of them is counted (CAPTURE-6). */
async function takeEvents(
  input: CaptureInput,
  sendingOf: (envelope: JsonObject, request: EndpointRequest) => Sending,
): Promise<TakenEvents> {
  const { context, query, body, request } = input
  const { isBatch, envelope, pieces } = await sentEvents(body, {
    compression: query.compression,
    reading: request.bodyReading,
  })
  const token = await tokenOf({ envelope, pieces }, query.token ?? keyInHeader(request)?.value)
  const { project } = await sdkSnapshot(context, token, request)
  const sending = sendingOf(envelope, request)
  const nowMs = context.ctx.clock()
  return { isBatch, project, taken: await takePieces(pieces, (event) => takeEvent(event, sending, project.id, nowMs)) }
}

/** A separate function: V8 can free the first piece when it returns. The piece is parsed again later. */
async function tokenOf(
  { envelope, pieces }: Pick<SentEvents, 'envelope' | 'pieces'>,
  named: string | undefined,
): Promise<string> {
  const [first] = (await pieces[0]?.()) ?? []
  return capturedToken(envelope, first, named)
}

/** More than any SDK sends in one request, and few enough that other requests are not delayed for long (CAPTURE-5). */
const MAX_EVENTS = 100_000

async function takePieces(
  pieces: SentEvents['pieces'],
  take: (event: unknown) => TakenEvent,
): Promise<readonly TakenEvent[]> {
  const taken: TakenEvent[] = []
  for (const piece of pieces) {
    if (taken.length > 0) await yieldToOthers()
    for (const event of await piece()) taken.push(take(event))
    if (taken.length > MAX_EVENTS) throw bodyTooLarge()
  }
  return taken
}

function takeEvent(sent: unknown, sending: Sending, projectId: number, nowMs: number): TakenEvent {
  const event = capturedEvent(sent, sending)
  return { uuid: uuidOf(sent), meaning: typeof event === 'string' ? event : eventMeaning(event, projectId, nowMs) }
}

async function settle(
  { context }: CaptureInput,
  project: Project,
  taken: readonly TakenEvent[],
): Promise<readonly SettledEvent[]> {
  const meanings = taken.flatMap(({ meaning }) => (typeof meaning === 'string' ? [] : meaning))
  const outcomes = (await captureEvents(context.ctx, project, meanings)).values()
  return taken.map(({ uuid, meaning }) => {
    if (typeof meaning === 'string') return { uuid, outcome: { result: 'drop', details: meaning } }
    // Each meaning has an outcome.
    return { uuid, outcome: outcomes.next().value ?? { result: 'ok' } }
  })
}

function noEvents(first?: TakenEvent): RequestError {
  const detail = typeof first?.meaning === 'string' ? first.meaning : 'The request contains no events.'
  return new RequestError('bad_request', detail)
}
