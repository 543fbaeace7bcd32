import { useEffect, useRef } from 'preact/hooks'

const POLL_MS = 30_000

/**
 * Calls `poll` every 30 seconds while the page is visible, and immediately when it becomes visible after a longer time.
 * @param isPaused whether polling is paused; afterwards the interval starts again
 */
export function usePolling(poll: () => void, isPaused: boolean): void {
  const latest = useRef(poll)
  latest.current = poll
  useEffect(() => {
    if (isPaused) return
    let lastPollAt = performance.now()
    let timer: number | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = window.setTimeout(pollIfVisible, POLL_MS - (performance.now() - lastPollAt))
    }
    const pollIfVisible = () => {
      if (document.hidden) return
      lastPollAt = performance.now()
      latest.current()
      wait()
    }
    const becomeVisible = () => !document.hidden && wait()
    wait()
    document.addEventListener('visibilitychange', becomeVisible)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', becomeVisible)
    }
  }, [isPaused])
}
