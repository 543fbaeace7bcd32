import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection that sends any text, valid or not, and records what it receives. */
export class RawConnection {
  readonly socket: Socket
  #received = ''

  private constructor(socket: Socket) {
    this.socket = socket
    socket.setEncoding('latin1').on('data', (text: string) => {
      this.#received += text
    })
    // A reset counts as a response; `received` contains what arrived before it.
    socket.on('error', () => {})
  }

  static async open(port: number): Promise<RawConnection> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new RawConnection(socket)
  }

  send(text: string | Uint8Array): this {
    this.socket.write(text)
    return this
  }

  get received(): string {
    return this.#received
  }

  /** Waits until the other side has closed. */
  async closed(): Promise<string> {
    // Not `once` of `node:events`, which rejects when the connection is reset.
    if (!this.socket.destroyed) await new Promise((resolve) => this.socket.once('close', resolve))
    return this.#received
  }

  /** Waits until text that matches `expected` has arrived. */
  async receives(expected: string): Promise<string> {
    while (!this.#received.includes(expected)) await once(this.socket, 'data')
    return this.#received
  }
}
