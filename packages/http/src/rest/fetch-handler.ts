import type { Application } from './application.ts'
import type { BodyReading } from './body/body-reading.ts'
import { bytesOf } from './body/bytes-of.ts'
import { CollectedBytes } from './body/collected-bytes.ts'
import { decodeWithin, formatOf } from './body/decode-within.ts'
import { chunksOf, decompressed } from './body/decompress.ts'
import type { PlainRequest } from './plain-request.ts'
import { isParted, type PartedBody, type PlainResponse, type StreamBody } from './plain-response.ts'
import { bodyFailed, bodyReadBefore, bodyTooLarge, bodyTooSlow, unsupportedEncoding } from './request-error.ts'
import { STALLED_AFTER_MS, sentPieces } from './sent-pieces.ts'

/** A handler for Hono, Next, Bun, Deno and service workers. */
export type FetchHandler = (request: Request) => Promise<Response>

/**
 * Mounts an application in any program that handles web-standard requests.
 * @example
 * const handler = fetchHandler(application)
 * app.all('/api/*', (context) => handler(context.req.raw))
 */
export function fetchHandler(application: Application): FetchHandler {
  // For callers without a type checker (HTTP-88).
  if (typeof application?.handle !== 'function') {
    throw new TypeError('fetchHandler requires an application: fetchHandler(flagdeckApplication(deck.context)).')
  }
  return async (request) => webResponse(await application.handle(plainOf(request)), request)
}

function plainOf(request: Request): PlainRequest {
  return {
    method: request.method,
    url: pathAndQuery(request.url),
    headers: Object.fromEntries(request.headers),
    signal: request.signal,
    readBody: (reading) => readBody(request, reading),
  }
}

// A Request has a resolved path, but its escapes are as the client wrote them.
function pathAndQuery(url: string): string {
  const path = url.indexOf('/', url.indexOf('://') + 3)
  return path < 0 ? '/' : url.slice(path)
}

async function readBody(request: Request, reading: BodyReading): Promise<Uint8Array> {
  const { body, headers } = request
  // The host program has read the body, or is reading it.
  if (request.bodyUsed || body?.locked) throw bodyReadBefore()
  if (body === null) return new Uint8Array()
  if (Number(headers.get('content-length')) > reading.limitBytes) throw bodyTooLarge()
  const format = formatOf(headers.get('content-encoding') ?? undefined)
  if (format === undefined) throw unsupportedEncoding()
  const bytes = await receive(body, reading)
  if (format === null || bytes.length === 0) return bytes
  const decoded = await decodeWithin(reading, bytes, format, decompressed)
  reading.give(bytes.length)
  return decoded
}

async function receive(body: ReadableStream<Uint8Array>, reading: BodyReading): Promise<Uint8Array> {
  const collected = new CollectedBytes(reading)
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), reading.timeoutMs)
  try {
    for await (const chunk of hostChunks(body, patience.signal)) await collected.add(bytesOf(chunk))
  } finally {
    clearTimeout(timer)
  }
  if (patience.signal.aborted) throw bodyTooSlow()
  return collected.bytes
}

/** The chunks of a body, as the host program passes them on. @throws RequestError when the stream fails (HTTP-95) */
async function* hostChunks(body: ReadableStream<unknown>, signal: AbortSignal): AsyncGenerator<unknown> {
  try {
    yield* chunksOf(body, signal)
  } catch (error) {
    throw bodyFailed(error)
  }
}

function webResponse({ status, headers, body }: PlainResponse, { signal }: Request): Response {
  if (body === null || typeof body === 'string') return new Response(body, { status, headers })
  // The bytes of a response are never in shared memory.
  if (body instanceof Uint8Array) return new Response(body as Uint8Array<ArrayBuffer>, { status, headers })
  if (isParted(body)) return new Response(readableParts(body, signal), { status, headers })
  // A client that has already disconnected causes no further event, so its stream would never end.
  return new Response(signal.aborted ? null : readableOf(body), { status, headers })
}

/** Builds each piece when the client takes it. If the host silently drops the response, a timeout releases it. */
function readableParts(body: PartedBody, signal: AbortSignal): ReadableStream<Uint8Array> {
  const pieces = sentPieces(body.parts)
  let timer: ReturnType<typeof setTimeout> | undefined
  const leave = () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', leave)
    pieces.return(undefined).catch(() => undefined)
    body.release()
  }
  const awaitReader = () => {
    clearTimeout(timer)
    timer = setTimeout(leave, STALLED_AFTER_MS)
  }
  awaitReader()
  signal.addEventListener('abort', leave)
  if (signal.aborted) leave()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value } = await pieces.next()
          if (value === undefined) {
            leave()
            controller.close()
          } else {
            controller.enqueue(value)
            awaitReader()
          }
        } catch (error) {
          leave()
          throw error
        }
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  )
}

// The number of unsent chunks at which a slow client is disconnected. It reconnects and catches up.
const MAX_WAITING_CHUNKS = 256

function readableOf(body: StreamBody): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let gone = false
  let close = () => {}
  const leave = () => {
    if (gone) return
    gone = true
    close()
  }
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const end = () => {
        if (!gone) controller.close()
        leave()
      }
      close = body.open({
        write(text) {
          if (gone) return
          controller.enqueue(encoder.encode(text))
          if ((controller.desiredSize ?? 0) < -MAX_WAITING_CHUNKS) end()
        },
        end,
      })
    },
    cancel: leave,
  })
}
