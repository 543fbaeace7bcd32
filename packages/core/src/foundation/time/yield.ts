/** Nobody waits longer than this, in milliseconds, and for one more step of the work. */
const SLICE_MS = 5
/** A look at the clock takes as long as a simple visit. */
const ITEMS_A_LOOK = 128

type Schedule = (work: () => void) => unknown

// Node's message ports go on with what was posted meanwhile, so they would not let anybody in; elsewhere they do.
// Taken once: what a test puts in its place for a while might never call back.
const { setImmediate: inNextTurn = byMessage } = globalThis as { readonly setImmediate?: Schedule }

/** Callers that have yielded, in order. Bound: is as large as there is work in slices */
const yielding: (() => void)[] = []

/**
 * Lets timers, sockets and other callers run, and continues immediately when there are none. Of several callers only one
 * continues in each tick of the event loop, so that their slices do not add up. Awaiting a settled promise lets no timer
 * run: everything that only awaits such promises runs in one tick.
 */
export function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => {
    yielding.push(resolve)
    if (yielding.length === 1) inNextTurn(resumeOne)
  })
}

function resumeOne(): void {
  yielding.shift()?.()
  if (yielding.length > 0) inNextTurn(resumeOne)
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
