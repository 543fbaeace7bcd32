/** Nobody waits longer than this, in milliseconds, and for one more step of the work. */
const SLICE_MS = 5
/** A look at the clock takes as long as a simple visit. */
const ITEMS_A_LOOK = 128

type Schedule = (work: () => void) => unknown

// Node handles messages posted during a message in the same event-loop tick, so a message would not yield there.
// Read once, when the module loads: fake timers that a test installs later might never call back.
const { setImmediate: inNextTick = byMessage } = globalThis as { readonly setImmediate?: Schedule }

/** Callers that have yielded, first come first served. Bound: is as large as there are concurrent pieces of work */
const waitingCallers: (() => void)[] = []

/**
 * Resolves after timers, sockets and other callers could run; in the next event-loop tick if no other caller waits. Each tick
 * resumes one caller, so that the slices of several callers do not add up. Awaiting a settled promise does not yield, because
 * microtasks run in the same tick.
 */
export function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => {
    waitingCallers.push(resolve)
    if (waitingCallers.length === 1) inNextTick(resumeOne)
  })
}

function resumeOne(): void {
  waitingCallers.shift()?.()
  if (waitingCallers.length > 0) inNextTick(resumeOne)
}

/** Unlike a timer, a message is not held back for some milliseconds when many follow one another. */
function byMessage(work: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    work()
  }
  port2.postMessage(null)
}

/** The time that work has until it yields. */
export interface TimeSlice {
  isOver(): boolean
  /** Yields when the slice is over, and begins the next; undefined when it is not. */
  yieldIfOver(): Promise<void> | undefined
}

/** Begins a slice, for work in steps that are so long that each may end it. */
export function timeSlice(): TimeSlice {
  let since = performance.now()
  const isOver = () => performance.now() - since >= SLICE_MS
  return {
    isOver,
    yieldIfOver() {
      if (!isOver()) return undefined
      return yieldToOthers().then(() => {
        since = performance.now()
      })
    },
  }
}

/**
 * Visits every item in order, and yields in between however many there are.
 * @param itemsALook how many are visited before the clock is looked at: one where a visit may take a millisecond
 */
export async function visitYielding<T>(
  items: Iterable<T>,
  visit: (item: T, index: number) => void,
  itemsALook = ITEMS_A_LOOK,
): Promise<void> {
  const slice = timeSlice()
  let index = 0
  for (const item of items) {
    visit(item, index++)
    const over = index % itemsALook === 0 && slice.yieldIfOver()
    if (over) await over
  }
}

/** Maps every item in order, and yields in between as {@link visitYielding} does. */
export async function mapYielding<T, Mapped>(
  items: Iterable<T>,
  map: (item: T) => Mapped,
  itemsALook = ITEMS_A_LOOK,
): Promise<Mapped[]> {
  const mapped: Mapped[] = []
  await visitYielding(items, (item) => void mapped.push(map(item)), itemsALook)
  return mapped
}

/**
 * Starts something for every item, in order, and yields in between as {@link visitYielding} does: what waits for a database
 * waits for it together. Answers what all of them come to, or rejects as the first does.
 */
export async function startYielding<T, Result>(
  items: Iterable<T>,
  start: (item: T, index: number) => Promise<Result>,
): Promise<Result[]> {
  const started: Promise<Result>[] = []
  const startOne = (item: T, index: number) => {
    const result = start(item, index)
    // Its failure is told below, when all are started.
    result.catch(() => undefined)
    started.push(result)
  }
  await visitYielding(items, startOne, 1)
  return Promise.all(started)
}
