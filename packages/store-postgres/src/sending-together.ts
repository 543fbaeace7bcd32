import type { Writable } from 'node:stream'

/**
 * Returns a function to call before each write to a stream. Everything that is written before the process waits again
 * is sent as one chunk. A dozen statements then take one system call, and wake the receiver once.
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
    // Scheduled from a microtask, `nextTick` runs after all other microtasks. Called directly, it would run before
    // them.
    queueMicrotask(() => process.nextTick(send))
  }
}
