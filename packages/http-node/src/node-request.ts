import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BodyReading, PlainRequest, RawBody, RequestHeaders } from '@flagdeck/http'
import { readBody } from './read-body.ts'

/** The fields that frameworks such as Express add to a request. */
export interface HostRequest extends IncomingMessage {
  /** The URL before the framework removed the mount path. */
  readonly originalUrl?: string
  /** The result of a body parser. */
  readonly body?: unknown
  /** The body before it was parsed, which some hosts provide. */
  readonly rawBody?: unknown
}

/** A Node request as plain data. Nothing is copied or read before it is needed. */
export class NodeRequest implements PlainRequest {
  readonly method: string
  readonly url: string
  readonly headers: RequestHeaders
  readonly #incoming: HostRequest
  readonly #outgoing: ServerResponse
  readonly #onRead: (() => void) | undefined
  #signal: AbortSignal | undefined

  /** @param onRead called just before the body is read */
  constructor(incoming: HostRequest, outgoing: ServerResponse, onRead?: () => void) {
    this.#incoming = incoming
    this.#outgoing = outgoing
    this.#onRead = onRead
    this.method = incoming.method ?? 'GET'
    this.url = rawUrl(incoming)
    // Node joins repeated headers, except `set-cookie`, which requests do not have.
    const headers = incoming.headers as RequestHeaders
    // The host in an absolute target replaces the header (RFC 9112, section 3.2.2).
    const host = authorityOf(targetOf(incoming))
    this.headers = host === undefined ? headers : { ...headers, host }
  }

  get remoteAddress(): string | undefined {
    return this.#incoming.socket.remoteAddress
  }

  /** Created on first use: few requests take so long that a disconnected client matters. */
  get signal(): AbortSignal {
    this.#signal ??= signalOf(this.#outgoing)
    return this.#signal
  }

  readBody(reading: BodyReading): Promise<RawBody> {
    return readBody(this.#incoming, reading, this.#onRead)
  }
}

/** The URL as received, including the mount path. */
export function rawUrl(incoming: HostRequest): string {
  const target = targetOf(incoming)
  return target.startsWith('/') ? target : withoutAuthority(target)
}

/**
 * Removes scheme and host from an absolute target (RFC 9112, section 3.2.2). `URL` is not used: it would resolve `..`.
 */
function withoutAuthority(target: string): string {
  const origin = ORIGIN.exec(target)?.[0]
  if (origin === undefined) return target
  const rest = target.slice(origin.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

const ORIGIN = /^https?:\/\/([^/?#]*)/i

function authorityOf(target: string): string | undefined {
  return target.startsWith('/') ? undefined : ORIGIN.exec(target)?.[1]
}

function targetOf({ originalUrl, url }: HostRequest): string {
  return originalUrl ?? url ?? '/'
}

/** Aborts when the connection closes before the response was sent. */
function signalOf(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const leave = () => {
    if (!outgoing.writableFinished) controller.abort()
  }
  if (outgoing.destroyed) leave()
  else outgoing.once('close', leave)
  return controller.signal
}
