import { letExit } from './pause.ts'

/**
 * Calls `work` every `ms` milliseconds, except that the second call comes earlier, by a time that is left to chance: of
 * many processes that were started at once, each goes on at a time of its own. Keeps no application alive.
 *
 * @returns what ends it
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
