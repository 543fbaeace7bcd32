import type { IncomingMessage, ServerResponse } from 'node:http'
import { refuseUnknownOptions } from '@flagdeck/core/operations'
import {
  type Application,
  internalErrorResponse,
  isParted,
  type PlainResponse,
  type RequestError,
  requestErrorResponse,
} from '@flagdeck/http'
import { type HostRequest, NodeRequest, rawUrl } from './node-request.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { OpenStreams } from './open-streams.ts'
import { DEFAULT_COMPRESSION_THRESHOLD_BYTES, sendPartedResponse, sendResponse } from './send-response.ts'
import { sendStream } from './send-stream.ts'
import { unreadAnswers } from './unread-answers.ts'

export interface NodeListenerOptions {
  /** Bodies of this size or larger are compressed for clients that accept it; `Infinity` disables compression. */
  readonly compressionThresholdBytes?: number
  /** Called when a response could not be sent unchanged, for example because HTTP does not allow one of its headers. */
  readonly onSendError?: (error: unknown) => void
}

/** A listener for `http.createServer`, Express and all frameworks that pass on Node's own request and response. */
export type NodeListener = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next?: (error?: unknown) => void,
) => void

/**
 * Mounts an application in a Node program. With `next`, as in Express, requests for other paths are passed on. A parser
 * of the host may already have read the body.
 * @example
 * http.createServer(nodeListener(application))
 * express().use(nodeListener(application))
 */
export function nodeListener(application: Application, options: NodeListenerOptions = {}): NodeListener {
  const face = createNodeFace(application, options)
  refuseUnknownOptions('nodeListener', options, LISTENER_OPTIONS)
  return face.listener
}

/** The names of {@link NodeListenerOptions}. */
export const LISTENER_OPTIONS = Object.keys({
  compressionThresholdBytes: true,
  onSendError: true,
} satisfies Record<keyof NodeListenerOptions, true>)

/** Reports a wrong application to callers without a type checker (HTTP-88). */
function refuseNoApplication(application: Partial<Application> | undefined): void {
  if (typeof application?.handle === 'function') return
  throw new TypeError('nodeListener and serve require an application: nodeListener(flagdeckApplication(deck.context)).')
}

/** A listener, with the responses that it holds open. */
export interface NodeFace {
  readonly listener: NodeListener
  /** The listener for clients that send `Expect: 100-continue` and wait with their body. */
  readonly waitingListener: NodeListener
  /** Responds to a request that must not reach an endpoint. */
  refuse(incoming: IncomingMessage, outgoing: ServerResponse, error: RequestError): void
  /** From now on every response is the last of its connection. Streams end immediately. */
  stop(): void
}

export function createNodeFace(application: Application, options: NodeListenerOptions): NodeFace {
  refuseNoApplication(application)
  const { compressionThresholdBytes = DEFAULT_COMPRESSION_THRESHOLD_BYTES, onSendError = () => {} } = options
  const streams = new OpenStreams()
  const holdUnread = unreadAnswers(application.responseMemory)
  const inTurn = oneAtATime()

  async function send(incoming: HostRequest, outgoing: ServerResponse, response: PlainResponse): Promise<void> {
    const { status, headers, body } = response
    if (body === null || typeof body === 'string' || body instanceof Uint8Array) {
      await sendResponse(incoming, outgoing, { status, headers, body }, compressionThresholdBytes)
      if (typeof body === 'string') holdUnread(outgoing)
      return
    }
    if (isParted(body)) {
      await sendPartedResponse(incoming, outgoing, { status, headers, body }, compressionThresholdBytes)
      return
    }
    streams.begin(outgoing, () => sendStream(outgoing, status, headers, body))
  }

  async function answer(incoming: HostRequest, outgoing: ServerResponse, onRead?: () => void): Promise<void> {
    const response = await application.handle(new NodeRequest(incoming, outgoing, onRead))
    if (streams.hasStopped) outgoing.shouldKeepAlive = false
    try {
      await send(incoming, outgoing, response)
    } catch (error) {
      onSendError(error)
      // The response was sent in part and cannot be replaced, so the client must notice that it is broken.
      if (outgoing.headersSent) outgoing.destroy()
      else await send(incoming, outgoing, internalErrorResponse(response.headers['x-request-id'] ?? ''))
    }
  }

  return {
    listener(incoming: HostRequest, outgoing, next) {
      if (next !== undefined && !application.serves(rawUrl(incoming))) {
        next()
        return
      }
      inTurn(incoming, outgoing, () => answer(incoming, outgoing).catch(() => outgoing.destroy()))
    },
    waitingListener(incoming, outgoing) {
      const onRead = () => outgoing.writeContinue()
      inTurn(incoming, outgoing, () => answer(incoming, outgoing, onRead).catch(() => outgoing.destroy()))
    },
    refuse(incoming, outgoing, error) {
      const response = requestErrorResponse(error)
      inTurn(incoming, outgoing, () => send(incoming, outgoing, response).catch(() => outgoing.destroy()))
    },
    stop: () => streams.stop(),
  }
}
