import { setTimeout as pause } from 'node:timers/promises'
import type { Traffic } from './traffic.ts'

/** An action that a client repeats; its state is in its closure. */
export type Activity = (traffic: Traffic) => () => Promise<void>

/** An activity, the number of its clients, and their pause between actions. */
export interface Occupation {
  readonly activity: Activity
  readonly clients: number
  readonly pauseMs: number
}

/** The delay between the starts of activities: a process that has just started has no compiled code yet. */
const APART_MS = 200

/** Runs all activities until `isOver` returns true. */
export async function occupy(
  traffic: Traffic,
  occupations: readonly Occupation[],
  isOver: () => boolean,
): Promise<void> {
  const loops = occupations.flatMap(({ activity, clients, pauseMs }, n) =>
    Array.from({ length: clients }, async () => {
      const act = activity(traffic)
      await pause(n * APART_MS)
      while (!isOver()) {
        await act().catch((error: unknown) => traffic.report(`a client failed: ${error}`))
        await pause(pauseMs)
      }
    }),
  )
  await Promise.all(loops)
}
