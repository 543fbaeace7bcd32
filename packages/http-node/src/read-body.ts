import {
  type BodyReading,
  bodyEndedEarly,
  bodyFailed,
  bodyReadBefore,
  bodyTooLarge,
  bodyTooSlow,
  bytesOf,
  CollectedBytes,
  type RawBody,
} from '@flagdeck/http'
import { decodeContent } from './decode-content.ts'
import type { HostRequest } from './node-request.ts'

const NO_BYTES = new Uint8Array()

/**
 * Reads and decodes the body of a request, or takes over what a body parser of the host has already read.
 *
 * @param onRead called just before the bytes are read, and not when they are refused before
 * @throws RequestError `request_entity_too_large` before more bytes than the limit are held
 */
export async function readBody(incoming: HostRequest, reading: BodyReading, onRead?: () => void): Promise<RawBody> {
  if (incoming.readableDidRead || incoming.readableEnded) return bodyOfHost(incoming, reading.limitBytes)
  if (!hasBody(incoming)) return NO_BYTES
  if (Number(incoming.headers['content-length']) > reading.limitBytes) throw bodyTooLarge()
  onRead?.()
  return decodeContent(await readBytes(incoming, reading), incoming.headers['content-encoding'], reading)
}

/** Whether the client announced a body, empty or not. */
export function hasBody({ headers }: HostRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

/**
 * Returns what the parser of the host left. If it left nothing of an existing body, that is an error: treating the body
 * as empty would lose a change silently.
 */
function bodyOfHost(incoming: HostRequest, limitBytes: number): RawBody {
  const left = incoming.body ?? incoming.rawBody ?? null
  if (left === null && !hasBody(incoming)) return NO_BYTES
  if (left === null && incoming.body === undefined) throw bodyReadBefore()
  if (typeof left !== 'string' && !(left instanceof Uint8Array)) return { parsed: left }
  const bytes = typeof left === 'string' ? Buffer.from(left) : left
  if (bytes.length > limitBytes) throw bodyTooLarge()
  return bytes
}

function readBytes(incoming: HostRequest, reading: BodyReading): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    // A closed stream emits no further events.
    if (incoming.destroyed) return reject(bodyFailed(incoming.errored))
    const collected = new CollectedBytes(reading)
    let added: Promise<void> | undefined
    const timer = setTimeout(() => refuse(bodyTooSlow()), reading.timeoutMs)
    const refuse = (error: unknown) => {
      clearTimeout(timer)
      incoming.off('data', onData).pause()
      reject(error)
    }
    const onData = (chunk: unknown) => {
      try {
        added = collected.add(bytesOf(textAsBytes(chunk, incoming)))
        if (added === undefined) return
        incoming.pause()
        added.then(() => incoming.resume(), refuse)
      } catch (error) {
        refuse(error)
      }
    }
    // Without a listener, an error that a host program emits would end the process.
    incoming.on('error', (error) => refuse(bodyFailed(error)))
    // A host program may have paused the stream while it decided what to do with the request.
    incoming.on('data', onData).resume()
    incoming.on('end', () => {
      clearTimeout(timer)
      if (added === undefined) return resolve(collected.bytes)
      // The stream reports its end even while it is paused, and the last chunk may still wait for memory.
      added.then(() => resolve(collected.bytes), reject)
    })
    incoming.on('close', () => {
      clearTimeout(timer)
      // This event also follows the end. Creating an unused error would cost more than everything else here.
      if (!incoming.readableEnded) reject(bodyEndedEarly())
    })
  })
}

/** The bytes of a chunk that is text because a host program called `setEncoding` on the request. */
function textAsBytes(chunk: unknown, { readableEncoding }: HostRequest): unknown {
  return typeof chunk === 'string' ? Buffer.from(chunk, readableEncoding ?? 'utf8') : chunk
}
