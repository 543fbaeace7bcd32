import { connect, type Socket } from 'node:net'
import { answerHead, END_OF_HEAD } from './answer-head.ts'

const READ_BYTES = 256 * 1024
const NO_HEAD = ''

/**
 * A connection that sends several requests together and counts the responses. All responses are read into the same
 * memory, and only their heads are parsed, so that the servers get most of a small machine.
 */
export class PipelinedConnection {
  readonly #socket: Socket
  readonly #status: number
  #headSoFar = NO_HEAD
  #missingBytes = 0
  #missingAnswers = 0
  #settle: { resolve(): void; reject(error: Error): void } | undefined

  private constructor(port: number, status: number, opened: (error?: Error) => void) {
    this.#status = status
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: this.#reading() }, () => opened())
    this.#socket.on('error', (error) => {
      opened(error)
      this.#settle?.reject(error)
    })
    this.#socket.on('close', () => this.#settle?.reject(new Error('the server closed the connection')))
  }

  /** @param status the expected status of every response */
  static open(port: number, status: number): Promise<PipelinedConnection> {
    return new Promise((resolve, reject) => {
      const connection = new PipelinedConnection(port, status, (error) => (error ? reject(error) : resolve(connection)))
    })
  }

  /** Sends requests. Resolves when as many responses have arrived. */
  send(requests: Uint8Array, count: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
      this.#missingAnswers = count
      this.#socket.write(requests)
    })
  }

  close(): void {
    this.#settle = undefined
    this.#socket.destroy()
  }

  #reading() {
    const buffer = Buffer.allocUnsafe(READ_BYTES)
    const callback = (length: number) => {
      try {
        this.#take(buffer.subarray(0, length))
      } catch (error) {
        // Only errors are thrown here.
        this.#settle?.reject(error as Error)
      }
      return true
    }
    return { buffer, callback }
  }

  #take(bytes: Buffer): void {
    let position = 0
    while (position < bytes.length) {
      position = this.#missingBytes > 0 ? this.#skipBody(bytes, position) : this.#takeHead(bytes, position)
    }
  }

  #skipBody(bytes: Buffer, position: number): number {
    const skipped = Math.min(this.#missingBytes, bytes.length - position)
    this.#missingBytes -= skipped
    if (this.#missingBytes === 0) this.#count()
    return position + skipped
  }

  #takeHead(bytes: Buffer, position: number): number {
    if (this.#headSoFar !== NO_HEAD) return this.#takeRestOfHead(bytes, position)
    const end = bytes.indexOf(END_OF_HEAD, position, 'latin1')
    if (end < 0) {
      this.#headSoFar = bytes.toString('latin1', position)
      return bytes.length
    }
    this.#readHead(bytes.toString('latin1', position, end))
    return end + END_OF_HEAD.length
  }

  /** Parses a head that arrived in pieces, which is rare enough to be slow. */
  #takeRestOfHead(bytes: Buffer, position: number): number {
    const before = this.#headSoFar
    const text = before + bytes.toString('latin1', position)
    const end = text.indexOf(END_OF_HEAD)
    this.#headSoFar = end < 0 ? text : NO_HEAD
    if (end < 0) return bytes.length
    this.#readHead(text.slice(0, end))
    return position + end + END_OF_HEAD.length - before.length
  }

  #readHead(text: string): void {
    const { status, bodyBytes } = answerHead(text)
    if (status !== this.#status) throw new Error(`answered ${status} instead of ${this.#status}`)
    this.#missingBytes = bodyBytes
    if (bodyBytes === 0) this.#count()
  }

  #count(): void {
    if (--this.#missingAnswers === 0) this.#settle?.resolve()
  }
}
