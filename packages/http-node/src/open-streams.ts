import type { ServerResponse } from 'node:http'

/** The responses that are kept open, to end all of them when the server stops. */
export class OpenStreams {
  // Bound: OUT-8 streams
  readonly #ends = new Set<() => void>()
  #hasStopped = false

  get hasStopped(): boolean {
    return this.#hasStopped
  }

  /** @param send sends the head, keeps the response open, and answers what ends it */
  begin(outgoing: ServerResponse, send: () => () => void): void {
    const begin = () => {
      // Nobody would ever say that a reader leaves who has left before.
      if (!outgoing.destroyed) this.#keepOpen(outgoing, send())
    }
    // An answer that waits behind another of its connection has no socket yet, and may never get one.
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
    // Asked for before the stop, and begun after it.
    if (this.#hasStopped) end()
  }
}
