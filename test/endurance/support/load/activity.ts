import { setTimeout as pause } from 'node:timers/promises'
import type { Traffic } from './traffic.ts'

/** Something that a client does again and again; what it has to remember is in its closure. */
export type Activity = (traffic: Traffic) => () => Promise<void>

/** An activity, how many clients are at it, and how long each rests in between. */
export interface Occupation {
  readonly activity: Activity
  readonly clients: number
  readonly pauseMs: number
}

/** Between one begins and the next: a process that has just started has nothing compiled yet. */
const APART_MS = 200

/** Keeps everybody occupied until told to end. */
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
