import { yieldToOthers } from '@flagdeck/core/store'

/** Writing to this many streams takes some milliseconds. */
const MOST_IN_A_TICK = 250

/** Runs work immediately or soon, always in the order of the calls. */
export type RunInSlices = (work: () => void) => void

/**
 * Runs some pieces of work in each event-loop tick, and the others in later ticks: one change is announced to thousands
 * of streams together (OUT-13).
 */
export function inSlices(): RunInSlices {
  // Bound: OUT-8 streams
  const waiting: (() => void)[] = []
  let ranInTick = 0
  const continueLater = () => void yieldToOthers().then(runWaiting)
  const runWaiting = () => {
    const due = waiting.splice(0, MOST_IN_A_TICK)
    ranInTick = due.length
    for (const work of due) work()
    if (due.length > 0) continueLater()
  }
  return (work) => {
    if (waiting.length > 0 || ranInTick >= MOST_IN_A_TICK) {
      waiting.push(work)
      return
    }
    if (ranInTick++ === 0) continueLater()
    work()
  }
}
