/**
 * Resolves after `ms` milliseconds, or as soon as `signal` is aborted. It does not prevent the process from exiting.
 */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(settle, ms)
    letExit(timer)
    signal.addEventListener('abort', settle)
    function settle() {
      clearTimeout(timer)
      signal.removeEventListener('abort', settle)
      resolve()
    }
  })
}

/** Lets the process exit while a background timer runs in Node; other runtimes have no such function. */
export function letExit(timer: ReturnType<typeof setTimeout>): void {
  ;(timer as { unref?: () => void }).unref?.()
}
