import { letExit } from './pause.ts'

/**
 * Calls `work` every `ms` milliseconds, except that the second interval is shorter by a random time: processes that
 * start at the same time then call it at different times. It does not prevent the process from exiting.
 *
 * @returns a function that stops the calls
 */
export function spreadInterval(work: () => void, ms: number): () => void {
  let timer = every(ms, () => {
    clearInterval(timer)
    timer = every(Math.random() * ms, () => {
      clearInterval(timer)
      timer = every(ms, work)
      work()
    })
    work()
  })
  return () => clearInterval(timer)
}

function every(ms: number, work: () => void): ReturnType<typeof setInterval> {
  const timer = setInterval(work, ms)
  letExit(timer)
  return timer
}
