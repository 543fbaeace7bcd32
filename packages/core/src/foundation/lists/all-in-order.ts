/** `Promise.all`, but of several that reject the first in the list counts, whichever is the first in time. */
export async function allInOrder<const T extends readonly unknown[]>(
  promises: T,
): Promise<{ -readonly [Place in keyof T]: Awaited<T[Place]> }> {
  for (const outcome of await Promise.allSettled(promises)) {
    if (outcome.status === 'rejected') throw outcome.reason
  }
  return Promise.all(promises)
}
