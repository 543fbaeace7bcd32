/** Lets timers, sockets and other callers have their turn. It waits for nothing in particular. */
export function eventLoopTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

const MOST_STEPS = 40

/**
 * Repeats `step`, with a turn of the event loop after each, until `promise` is settled, and once more then. It gives
 * up after some steps: a store that makes writers wait for readers settles only after the reader has ended.
 */
export async function whilePending(promise: Promise<unknown>, step: () => Promise<unknown>): Promise<void> {
  let settled = false
  const settle = (): void => {
    settled = true
  }
  promise.then(settle, settle)
  for (let taken = 0; taken < MOST_STEPS && !settled; taken++) {
    await step()
    await eventLoopTurn()
  }
  await step()
}
