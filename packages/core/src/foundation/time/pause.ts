/** Resolves after `ms` milliseconds, or as soon as `signal` is aborted. Keeps no application alive. */
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

/** In Node, a timer in the background must not keep an application alive; elsewhere there is nothing to call. */
export function letExit(timer: ReturnType<typeof setTimeout>): void {
  ;(timer as { unref?: () => void }).unref?.()
}
