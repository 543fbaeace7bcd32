/** `Promise.all`, except that if several reject, the first one in the list is reported, not the first in time. */
export async function allInOrder<const T extends readonly unknown[]>(
  promises: T,
): Promise<{ -readonly [Place in keyof T]: Awaited<T[Place]> }> {
  for (const outcome of await Promise.allSettled(promises)) {
    if (outcome.status === 'rejected') throw outcome.reason
  }
  return Promise.all(promises)
}
