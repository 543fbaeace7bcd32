import { useEffect } from 'preact/hooks'

const POLL_MS = 30_000

/**
 * Calls `poll` every 30 seconds while the page is visible, and when it becomes visible again after a longer time.
 * @param isOff whether polling is paused; afterwards the interval starts again
 */
export function usePolling(poll: () => void, isOff: boolean): void {
  useEffect(() => {
    if (isOff) return
    let from = performance.now()
    const onTime = () => {
      if (document.hidden || performance.now() - from < POLL_MS - 100) return
      from = performance.now()
      poll()
    }
    const timer = setInterval(onTime, POLL_MS)
    document.addEventListener('visibilitychange', onTime)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onTime)
    }
  }, [isOff])
}
