import { DEFAULT_MAX_BODY_BYTES } from '../endpoint-request.ts'
import {
  captureBatch,
  captureEngage,
  captureEvents,
  captureEventsV0,
  captureEventsV1,
  captureOne,
  captureTrack,
} from '../endpoints/capture.ts'
import type { RequestHeaders } from '../plain-request.ts'
import type { RequestContext } from '../request-context.ts'
import { type HandlerInput, handle, type Route } from '../route.ts'
import { sdkEvents } from '../sdk-body.ts'
import { capturedToken } from '../wire/captured-token.ts'
import { sdkSnapshot } from './sdk-snapshot.ts'

const OK = { status: 'Ok' } as const

export const captureRoutes: readonly Route<RequestContext>[] = [
  captureBatch,
  captureEvents,
  captureEventsV0,
  captureEventsV1,
  captureOne,
  captureTrack,
  captureEngage,
].map((endpoint) => handle<typeof captureBatch, RequestContext>(endpoint as typeof captureBatch, accept))

/** Events are checked and let go: nothing counts them yet (PROTO-6). */
async function accept({ context, query, body, request }: HandlerInput<typeof captureBatch, RequestContext>) {
  const maxBytes = request.endpoint.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES
  const data = await sdkEvents(body, { compression: query.compression, maxBytes })
  await sdkSnapshot(context, capturedToken(data, query.token ?? bearerToken(request.headers)), request)
  return OK
}

/** The newest SDKs name their project in a header. */
function bearerToken({ authorization }: RequestHeaders): string | undefined {
  return /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1]
}
