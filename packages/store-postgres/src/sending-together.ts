import type { Writable } from 'node:stream'

/**
 * Makes the function to call before something is written to a stream: whatever is written until nothing is left to run
 * without waiting, goes in one piece. A dozen statements are a system call then, and wake the other side once.
 */
export function sendingTogether(stream: Writable): () => void {
  let isGathering = false
  const send = () => {
    isGathering = false
    stream.uncork()
  }
  return () => {
    if (isGathering) return
    isGathering = true
    stream.cork()
    // From a microtask, this runs when there is no other left; by itself it would run before them.
    queueMicrotask(() => process.nextTick(send))
  }
}
