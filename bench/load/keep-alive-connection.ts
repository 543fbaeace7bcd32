import { connect, type Socket } from 'node:net'
import { answerHead, END_OF_HEAD } from './answer-head.ts'

const NOTHING = Buffer.alloc(0)

/**
 * A connection that sends one request after the other. It reads only as much of a response as it needs to find its end,
 * so that the client uses little CPU time.
 */
export class KeepAliveConnection {
  readonly #socket: Socket
  #unread: Buffer = NOTHING
  /** The number of remaining bytes of the body; null while the head is read. */
  #missingBytes: number | null = null
  #status = 0
  #settle: { resolve(status: number): void; reject(error: Error): void } | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#take(chunk))
    socket.on('error', (error) => this.#settle?.reject(error))
    socket.on('close', () => this.#settle?.reject(new Error('the server closed the connection')))
  }

  static open(port: number): Promise<KeepAliveConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(new KeepAliveConnection(socket)))
      socket.once('error', reject)
    })
  }

  /** Sends a request. Resolves with the status when the complete response has arrived. */
  send(request: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
      this.#socket.write(request, 'latin1')
    })
  }

  close(): void {
    this.#settle = undefined
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    if (this.#missingBytes === null)
      this.#takeHead(this.#unread.length === 0 ? chunk : Buffer.concat([this.#unread, chunk]))
    else this.#takeBody(chunk.length)
  }

  #takeHead(bytes: Buffer): void {
    const end = bytes.indexOf(END_OF_HEAD)
    this.#unread = end < 0 ? bytes : NOTHING
    if (end < 0) return
    const { status, bodyBytes } = answerHead(bytes.toString('latin1', 0, end))
    this.#status = status
    this.#missingBytes = bodyBytes
    this.#takeBody(bytes.length - end - END_OF_HEAD.length)
  }

  #takeBody(bytes: number): void {
    this.#missingBytes = (this.#missingBytes ?? 0) - bytes
    if (this.#missingBytes > 0) return
    this.#missingBytes = null
    this.#settle?.resolve(this.#status)
  }
}
