import { once } from 'node:events'
import { createApplication, endpoint, handle, replyRaw, type StreamSink } from '@flagdeck/http'
import * as z from 'zod'

/** More than the network buffers hold. */
const HUGE_TEXT = 'z'.repeat(16 * 1024 * 1024)
const SHARED_BYTES = new TextEncoder().encode(JSON.stringify({ flags: 'x'.repeat(5000) }))
export const BODY_LIMIT = 64 * 1024

interface OpenStream {
  readonly sink: StreamSink
  readonly closed: Promise<void>
}

/** An application with one endpoint for each case that a host adapter must handle. */
export function sampleApplication(options: { readonly basePath?: string } = {}) {
  const gate = Promise.withResolvers<void>()
  const entered = Promise.withResolvers<void>()
  const awaited: AbortSignal[] = []
  const streams: OpenStream[] = []
  const bodies: Promise<unknown>[] = []
  const newStream = () =>
    replyRaw(
      {
        open(sink) {
          const { promise, resolve } = Promise.withResolvers<void>()
          streams.push({ sink, closed: promise })
          sink.write('data: hello\n\n')
          return resolve
        },
      },
      { headers: { 'content-type': 'text/event-stream' } },
    )
  const abandoned = async ({ signal }: { readonly signal: AbortSignal | undefined }) => {
    if (signal) awaited.push(signal)
    entered.resolve()
    if (signal && !signal.aborted) await once(signal, 'abort')
  }
  const common = { summary: 'Sample', tag: 'sample', auth: 'public', output: z.unknown() } as const
  const get = { ...common, method: 'GET' } as const
  const post = { ...common, method: 'POST', maxBodyBytes: BODY_LIMIT } as const
  const application = createApplication({
    ...options,
    authenticate: () => ({}),
    routes: [
      handle(endpoint({ ...get, path: '/small', operationId: 'small' }), () => ({ small: 'é' })),
      handle(endpoint({ ...get, path: '/large', operationId: 'large' }), () => ({ text: 'y'.repeat(5000) })),
      handle(endpoint({ ...get, path: '/huge', operationId: 'huge' }), () => {
        entered.resolve()
        return replyRaw(HUGE_TEXT, { headers: { 'content-type': 'text/plain' } })
      }),
      handle(endpoint({ ...get, path: '/none', operationId: 'none' }), () => undefined),
      handle(endpoint({ ...get, path: '/shared', operationId: 'shared' }), ({ request }) =>
        request.headers['if-none-match'] === '"1"'
          ? replyRaw(null, { status: 304, headers: { etag: '"1"' } })
          : replyRaw(SHARED_BYTES, { headers: { 'content-type': 'application/json', etag: '"1"' } }),
      ),
      handle(endpoint({ ...get, path: '/image', operationId: 'image' }), () =>
        replyRaw(new Uint8Array(5000), { headers: { 'content-type': 'image/png' } }),
      ),
      handle(endpoint({ ...get, path: '/broken-header', operationId: 'broken' }), () =>
        replyRaw('x', { headers: { etag: 'a\nb' } }),
      ),
      handle(endpoint({ ...post, path: '/echo', operationId: 'echo', body: z.looseObject({}) }), ({ body }) => body),
      handle(endpoint({ ...post, path: '/raw', operationId: 'raw', body: 'raw' }), ({ body }) =>
        body instanceof Uint8Array ? { bytes: new TextDecoder().decode(body) } : body,
      ),
      handle(endpoint({ ...post, path: '/unread', operationId: 'unread' }), () => ({ read: false })),
      handle(endpoint({ ...post, path: '/abandoned-body', operationId: 'abandonedBody' }), async ({ request }) => {
        await abandoned(request)
        bodies.push(request.readBody().catch((error: unknown) => error))
      }),
      handle(endpoint({ ...get, path: '/gate', operationId: 'gate' }), async () => {
        entered.resolve()
        await gate.promise
        return { through: true }
      }),
      handle(
        endpoint({ ...get, path: '/awaited', operationId: 'awaited' }),
        async ({ request: { signal, headers } }) => {
          if (signal) awaited.push(signal)
          entered.resolve()
          if (headers['x-hurry'] === undefined) await gate.promise
        },
      ),
      handle(endpoint({ ...get, path: '/stream', operationId: 'stream' }), () => newStream()),
      handle(endpoint({ ...get, path: '/abandoned-stream', operationId: 'abandonedStream' }), async ({ request }) => {
        await abandoned(request)
        return newStream()
      }),
      handle(endpoint({ ...get, path: '/late-stream', operationId: 'lateStream' }), async () => {
        entered.resolve()
        await gate.promise
        return newStream()
      }),
    ],
  })
  return { application, openGate: gate.resolve, gateEntered: entered.promise, awaited, streams, bodies }
}
