import { bodyTooLarge, parseError, type RawBody, type RequestError } from '@flagdeck/http'
import { decodeContent } from './decode-content.ts'
import type { HostRequest } from './node-request.ts'

const NO_BYTES = new Uint8Array()

/**
 * Reads a request's body, its content encoding undone; what a host program's parser has read already is taken over.
 *
 * @param onRead called when the bytes are about to be read, and not when they are refused before
 * @throws RequestError `request_entity_too_large` before more than `limitBytes` are held
 */
export async function readBody(incoming: HostRequest, limitBytes: number, onRead?: () => void): Promise<RawBody> {
  if (incoming.readableDidRead || incoming.readableEnded) return parsedElsewhere(incoming.body, limitBytes)
  if (!hasBody(incoming)) return NO_BYTES
  if (Number(incoming.headers['content-length']) > limitBytes) throw bodyTooLarge()
  onRead?.()
  return decodeContent(await readBytes(incoming, limitBytes), incoming.headers['content-encoding'], limitBytes)
}

/** Whether the client announced a body, empty or not. */
export function hasBody({ headers }: HostRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

function parsedElsewhere(body: unknown, limitBytes: number): RawBody {
  if (body === undefined) return NO_BYTES
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return { parsed: body }
  const bytes = Buffer.from(body as string | Uint8Array)
  if (bytes.length > limitBytes) throw bodyTooLarge()
  return bytes
}

function readBytes(incoming: HostRequest, limitBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    // What has closed already never says so again.
    if (incoming.destroyed) return reject(endedEarly())
    const chunks: Buffer[] = []
    let length = 0
    const onData = (chunk: Buffer) => {
      length += chunk.length
      if (length <= limitBytes) chunks.push(chunk)
      else {
        incoming.off('data', onData).pause()
        reject(bodyTooLarge())
      }
    }
    incoming.on('data', onData)
    incoming.on('end', () => resolve(chunks.length === 1 ? (chunks[0] ?? NO_BYTES) : Buffer.concat(chunks)))
    incoming.on('close', () => {
      // Comes after the end too: making an error for nobody would cost more than all the rest here.
      if (!incoming.readableEnded) reject(endedEarly())
    })
  })
}

function endedEarly(): RequestError {
  return parseError('the body ended early')
}
