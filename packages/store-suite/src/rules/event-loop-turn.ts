/** Lets timers, sockets and other callers run. Does not wait for a particular event. */
export function eventLoopTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

const MOST_STEPS = 40

/**
 * Repeats `step`, with an event-loop tick after each, until `promise` is settled, and then once more. It stops after a
 * number of steps: if a store makes writers wait for readers, the promise settles only after the reader has ended.
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
