import { type TimeSlice, timeSlice, yieldToOthers } from '@flagdeck/core/store'

/** Runs work, immediately or soon, and always in the order in which it came. */
export type RunInSlices = (work: () => void) => void

/**
 * Runs short pieces of work until those of one event-loop tick take too long, and the others in later ticks: one change is
 * announced to thousands of streams together (OUT-13).
 */
export function inSlices(): RunInSlices {
  // Bound: OUT-8 streams
  let waiting: (() => void)[] = []
  let slice: TimeSlice | undefined
  const continueLater = () => void yieldToOthers().then(runWaiting)
  const runWaiting = () => {
    const due = waiting
    slice = due.length === 0 ? undefined : timeSlice()
    if (slice === undefined) return
    let ran = 0
    while (ran < due.length && !slice.isOver()) due[ran++]?.()
    waiting = due.slice(ran)
    continueLater()
  }
  return (work) => {
    if (waiting.length > 0 || slice?.isOver()) {
      waiting.push(work)
      return
    }
    if (slice === undefined) {
      slice = timeSlice()
      continueLater()
    }
    work()
  }
}
