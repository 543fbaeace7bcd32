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
  /** The time until the headers of a request must have arrived: 15 s. */
  readonly headersTimeoutMs?: number
  /** The time until the whole request must have arrived, including its body: 30 s. */
  readonly requestTimeoutMs?: number
  /** How long a connection may wait for its next request: 65 s, longer than the keep-alive of common proxies. */
  readonly keepAliveTimeoutMs?: number
  /** How long a connection may be silent while a request is read or its response is sent: 60 s. */
  readonly idleTimeoutMs?: number
  /** The maximum size of the headers: 16 KiB. */
  readonly maxHeaderBytes?: number
  /** Connections beyond this number are closed immediately: 10,000. */
  readonly maxConnections?: number
}

export interface CloseOptions {
  /** Called first, so that readiness checks fail from now on. */
  readonly onDraining?: () => void
  /** How long requests are still served, so that a load balancer notices and sends its clients elsewhere: 0. */
  readonly drainDelayMs?: number
  /** Requests that take longer than this are cut off: 10 s. */
  readonly timeoutMs?: number
}

export interface RunningServer {
  readonly url: string
  readonly port: number
  /**
   * Stops the server: accepts no new connections, ends streams, and finishes all started requests. Returns false when
   * some requests had to be cut off.
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
 * Serves an application on its own port.
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
  // The address of a server that listens on a host and port has this type.
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

/** Replaces Node's own error responses by those of the API. */
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

/** RFC 9112, section 3.2: clients of HTTP/1.1 must send exactly one `Host`. */
function hostProblem({ headers, httpVersion, rawHeaders }: IncomingMessage): string | undefined {
  if (headers.host === undefined) return httpVersion === '1.1' ? NO_HOST : undefined
  // Node passes on the first `Host`; a proxy in front may have used the last.
  return countOf(rawHeaders, 'host') > 1 ? TWO_HOSTS : undefined
}

const NO_HOST = 'The request is not valid HTTP: it has no host.'
const TWO_HOSTS = 'The request is not valid HTTP: it has more than one host.'

/** The number of headers with this name. `rawHeaders` alternates names and values. */
function countOf(rawHeaders: readonly string[], header: string): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    // Compares lengths first, because this runs for every request and most names differ in length.
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
