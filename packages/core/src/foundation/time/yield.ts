/** The maximum wait of other callers, in milliseconds, plus one more step of the work. */
const SLICE_MS = 5
/** The number of visits between two checks of the clock, which take as long as a simple visit. */
const ITEMS_A_LOOK = 128

type Schedule = (work: () => void) => unknown

// Node handles messages posted during a message in the same event-loop tick, so a message would not yield there.
// Read once, when the module loads: fake timers that a test installs later might never call back.
const { setImmediate: inNextTick = byMessage } = globalThis as { readonly setImmediate?: Schedule }

/** Callers that have yielded, first come first served. Bound: is as large as there are concurrent pieces of work */
const waitingCallers: (() => void)[] = []

/**
 * Resolves after timers, sockets and other callers could run; in the next event-loop tick if no other caller waits.
 * Each tick resumes one caller, so that the slices of several callers do not add up. Awaiting a settled promise does
 * not yield, because microtasks run in the same tick.
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

/**
 * Calls `work` through a message: unlike consecutive timers, consecutive messages are not delayed by some milliseconds.
 */
function byMessage(work: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    work()
  }
  port2.postMessage(null)
}

/** The time for which work may run until it yields. */
export interface TimeSlice {
  isOver(): boolean
  /** Yields and starts the next slice if this one is over, else returns undefined. */
  yieldIfOver(): Promise<void> | undefined
}

/** Starts a slice, for work with steps that are so long that each may exceed it. */
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
 * Visits every item in order, and yields at intervals.
 * @param itemsALook the number of visits between two checks of the clock: one if a visit may take a millisecond
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

/** Maps every item in order, and yields at intervals like {@link visitYielding}. */
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
 * Starts a task for every item, in order, and yields at intervals like {@link visitYielding}. Waits for a database
 * overlap. Returns all results, or rejects like the first task that rejects.
 */
export async function startYielding<T, Result>(
  items: Iterable<T>,
  start: (item: T, index: number) => Promise<Result>,
): Promise<Result[]> {
  const started: Promise<Result>[] = []
  const startOne = (item: T, index: number) => {
    const result = start(item, index)
    // Its failure is reported below, after all are started.
    result.catch(() => undefined)
    started.push(result)
  }
  await visitYielding(items, startOne, 1)
  return Promise.all(started)
}
