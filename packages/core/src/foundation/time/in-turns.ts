import { giveTurn } from './give-turn.ts'

/** Nobody waits longer for their turn than this and a few items. */
const HELD_MS = 5
/** A look at the clock takes as long as a simple visit. */
const ITEMS_A_LOOK = 128

/** Visits every item in order. However many there are, others have their turns in between. */
export async function visitInTurns<T>(items: Iterable<T>, visit: (item: T, index: number) => void): Promise<void> {
  let index = 0
  let since = performance.now()
  for (const item of items) {
    visit(item, index++)
    if (index % ITEMS_A_LOOK > 0 || performance.now() - since < HELD_MS) continue
    await giveTurn()
    since = performance.now()
  }
}
