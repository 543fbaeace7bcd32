import { giveTurn } from './in-turns.ts'

/** Nobody waits longer for their turn than this and one step of the work. */
const HELD_MS = 5

/** Work in steps that are so long that each may end the turn. */
export interface WorkTurn {
  /** Lets others have their turns when this one has taken long; undefined when it has not. */
  end(): Promise<void> | undefined
}

export function workTurn(): WorkTurn {
  let since = performance.now()
  return {
    end() {
      if (performance.now() - since < HELD_MS) return undefined
      return giveTurn().then(() => {
        since = performance.now()
      })
    },
  }
}
