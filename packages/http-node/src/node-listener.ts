import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Application, PlainResponse } from '@flagdeck/http'
import { type HostRequest, NodeRequest, rawUrl } from './node-request.ts'
import { DEFAULT_COMPRESSION_THRESHOLD_BYTES, sendResponse } from './send-response.ts'
import { sendStream } from './send-stream.ts'

export interface NodeListenerOptions {
  /** Bodies of this size and larger are compressed for clients that accept it; `Infinity` turns it off. */
  readonly compressionThresholdBytes?: number
  /** Told when a response could not be sent. */
  readonly onSendError?: (error: unknown) => void
}

/** Fits `http.createServer`, Express and whatever else hands on Node's own request and response. */
export type NodeListener = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next?: (error?: unknown) => void,
) => void

/**
 * Mounts an application in a Node program. With `next`, as in Express, requests for other paths are passed on; the body
 * may have been read by the host's parser before.
 * @example
 * http.createServer(nodeListener(application))
 * express().use(nodeListener(application))
 */
export function nodeListener(application: Application, options: NodeListenerOptions = {}): NodeListener {
  return createNodeFace(application, options).listener
}

/** A listener together with the responses that it keeps open. */
export interface NodeFace {
  readonly listener: NodeListener
  /** Ends every stream, so that a server can stop. */
  endStreams(): void
}

export function createNodeFace(application: Application, options: NodeListenerOptions): NodeFace {
  const { compressionThresholdBytes = DEFAULT_COMPRESSION_THRESHOLD_BYTES, onSendError = () => {} } = options
  const streams = new Set<() => void>()

  async function send(incoming: HostRequest, outgoing: ServerResponse, response: PlainResponse): Promise<void> {
    const { status, headers, body } = response
    if (body === null || typeof body === 'string' || body instanceof Uint8Array) {
      return sendResponse(incoming, outgoing, { status, headers, body }, compressionThresholdBytes)
    }
    const end = sendStream(outgoing, status, headers, body)
    streams.add(end)
    outgoing.once('close', () => streams.delete(end))
  }

  return {
    listener(incoming: HostRequest, outgoing, next) {
      if (next !== undefined && !application.serves(rawUrl(incoming))) {
        next()
        return
      }
      application
        .handle(new NodeRequest(incoming))
        .then((response) => send(incoming, outgoing, response))
        .catch((error: unknown) => {
          // Half a response cannot be taken back, so the client must see that it is broken.
          outgoing.destroy()
          onSendError(error)
        })
    },
    endStreams: () => {
      for (const end of streams) end()
    },
  }
}
