type Schedule = (work: () => void) => unknown

/**
 * Gives timers, sockets and other callers their turn, and comes back at once when nobody waits. A promise that is
 * settled does not do that: everything that only waits for such promises runs in one go.
 */
export function giveTurn(): Promise<void> {
  // Node's message ports go on with what was posted meanwhile, so they would not let anybody in; elsewhere they do.
  const { setImmediate = byMessage } = globalThis as { readonly setImmediate?: Schedule }
  return new Promise((resolve) => setImmediate(resolve))
}

/** Unlike a timer, a message is not held back for some milliseconds when many follow one another. */
function byMessage(work: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    work()
  }
  port2.postMessage(null)
}
