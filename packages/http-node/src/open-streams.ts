import type { ServerResponse } from 'node:http'

/** The open streams, so that all of them can be ended when the server stops. */
export class OpenStreams {
  // Bound: OUT-8 streams
  readonly #ends = new Set<() => void>()
  #hasStopped = false

  get hasStopped(): boolean {
    return this.#hasStopped
  }

  /** @param send sends the head, keeps the response open, and returns the function that ends it */
  begin(outgoing: ServerResponse, send: () => () => void): void {
    const begin = () => {
      // A client that has already disconnected causes no further event, so its stream would never end.
      if (!outgoing.destroyed) this.#keepOpen(outgoing, send())
    }
    // A response that waits behind another one of its connection has no socket yet, and may never get one.
    if (outgoing.socket === null && !outgoing.destroyed) outgoing.once('socket', begin)
    else begin()
  }

  stop(): void {
    this.#hasStopped = true
    for (const end of this.#ends) end()
  }

  #keepOpen(outgoing: ServerResponse, end: () => void): void {
    this.#ends.add(end)
    outgoing.once('close', () => this.#ends.delete(end))
    // The stream was requested before the stop and opens after it.
    if (this.#hasStopped) end()
  }
}
