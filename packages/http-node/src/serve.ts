import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { refuseUnknownOptions } from '@flagdeck/core/operations'
import { type Application, RequestError } from '@flagdeck/http'
import { answerClientError } from './client-error.ts'
import { createServer } from './node-http.ts'
import {
  createNodeFace,
  LISTENER_OPTIONS,
  type NodeFace,
  type NodeListener,
  type NodeListenerOptions,
} from './node-listener.ts'
import { openConnections, stopServer } from './stop-server.ts'

/** All times are in milliseconds. */
export interface ServeOptions extends NodeListenerOptions {
  /** 127.0.0.1 when missing. */
  readonly host?: string
  /** 8000 when missing; 0 for any free one. */
  readonly port?: number
  /** Until the headers of a request must be there: 15 s. */
  readonly headersTimeoutMs?: number
  /** Until the whole request must be there, body included: 30 s. */
  readonly requestTimeoutMs?: number
  /** How long a connection may wait for its next request: 65 s, longer than common proxies keep theirs. */
  readonly keepAliveTimeoutMs?: number
  /** How long a connection may be silent while a request is answered or read: 60 s. */
  readonly idleTimeoutMs?: number
  /** 16 KiB. */
  readonly maxHeaderBytes?: number
  /** Connections beyond these are closed at once: 10,000. */
  readonly maxConnections?: number
}

export interface CloseOptions {
  /** Called first, to answer readiness checks with "no" from now on. */
  readonly onDraining?: () => void
  /** How long to go on as before, so that a load balancer sees the answer and sends its clients elsewhere: 0. */
  readonly drainDelayMs?: number
  /** What is not finished by then is cut off: 10 s. */
  readonly timeoutMs?: number
}

export interface RunningServer {
  readonly url: string
  readonly port: number
  /**
   * Stops: no new connections, streams ended, everything that was begun finished.
   * Answers false when something had to be cut off.
   */
  close(options?: CloseOptions): Promise<boolean>
}

const OPTIONS = [
  ...LISTENER_OPTIONS,
  ...Object.keys({
    host: true,
    port: true,
    headersTimeoutMs: true,
    requestTimeoutMs: true,
    keepAliveTimeoutMs: true,
    idleTimeoutMs: true,
    maxHeaderBytes: true,
    maxConnections: true,
  } satisfies Record<Exclude<keyof ServeOptions, keyof NodeListenerOptions>, true>),
]

const TIMEOUT_CHECK_INTERVAL_MS = 1000

/**
 * Serves an application on a port of its own.
 * @throws the error of `listen`, such as one whose `code` is `EADDRINUSE`
 * @example
 * const server = await serve(application, { port: 8000 })
 * process.once('SIGTERM', () => server.close())
 */
export async function serve(application: Application, options: ServeOptions = {}): Promise<RunningServer> {
  const face = createNodeFace(application, options)
  refuseUnknownOptions('serve', options, OPTIONS)
  const server = createHttpServer(options)
  const connections = openConnections(server)
  serveRequests(server, face)
  const host = options.host ?? '127.0.0.1'
  await listen(server, options.port ?? 8000, host)
  // A server that listens on a host and port has such an address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    async close({ onDraining, drainDelayMs = 0, timeoutMs = 10_000 } = {}) {
      onDraining?.()
      if (drainDelayMs > 0) await setTimeout(drainDelayMs)
      return stopServer(server, face, connections, timeoutMs)
    },
  }
}

/** Answers in our form what Node would answer in a form of its own. */
function serveRequests(server: Server, { listener, waitingListener, refuse }: NodeFace): void {
  const withHost = (serveRequest: NodeListener): NodeListener => {
    return (incoming, outgoing) => {
      const problem = hostProblem(incoming)
      if (problem) refuse(incoming, outgoing, new RequestError('bad_request', problem))
      else serveRequest(incoming, outgoing)
    }
  }
  server.on('request', withHost(listener))
  server.on('checkContinue', withHost(waitingListener))
  server.on('checkExpectation', (incoming, outgoing) => {
    refuse(incoming, outgoing, new RequestError('expectation_failed', 'The expectation of the request cannot be met.'))
  })
  server.on('clientError', answerClientError)
}

/** RFC 9112, section 3.2: clients of HTTP/1.1 have to say whom they mean, and nobody may say it twice. */
function hostProblem({ headers, httpVersion, rawHeaders }: IncomingMessage): string | undefined {
  if (headers.host === undefined) return httpVersion === '1.1' ? NO_HOST : undefined
  // Node hands on the first, and a proxy in front may have gone by the last.
  return countOf(rawHeaders, 'host') > 1 ? TWO_HOSTS : undefined
}

const NO_HOST = 'The request is not valid HTTP: it has no host.'
const TWO_HOSTS = 'The request is not valid HTTP: it has more than one host.'

/** How often a header came; its names and values stand in turns. */
function countOf(rawHeaders: readonly string[], header: string): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    // Most have another length: every request comes by here.
    if (name?.length === header.length && name.toLowerCase() === header) count++
  }
  return count
}

function createHttpServer(options: ServeOptions): Server {
  const requestTimeout = options.requestTimeoutMs ?? 30_000
  const server = createServer({
    requestTimeout,
    headersTimeout: Math.min(options.headersTimeoutMs ?? 15_000, requestTimeout),
    keepAliveTimeout: options.keepAliveTimeoutMs ?? 65_000,
    requireHostHeader: false,
    maxHeaderSize: options.maxHeaderBytes ?? 16 * 1024,
    connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_INTERVAL_MS, requestTimeout),
  })
  server.timeout = options.idleTimeoutMs ?? 60_000
  server.maxConnections = options.maxConnections ?? 10_000
  return server
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
