/** Nobody waits longer for their turn than this and a few items. */
const HELD_MS = 5
/** A look at the clock takes as long as a simple visit. */
const ITEMS_A_LOOK = 128

/** Visits every item in order. However many there are, others have their turns in between. */
export async function visitInTurns<T>(items: Iterable<T>, visit: (item: T, index: number) => void): Promise<void> {
  let index = 0
  let since = performance.now()
  for (const item of items) {
    visit(item, index++)
    if (index % ITEMS_A_LOOK > 0 || performance.now() - since < HELD_MS) continue
    await giveTurn()
    since = performance.now()
  }
}

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
