import { interleave } from '../measure/interleave.ts'
import { type Result, resultOf } from '../report/result.ts'
import type { SwitchedFlag } from '../samples/switched-flags.ts'
import type { FlagServer, FlagServerPair } from '../sites/flag-server.ts'
import { withFlagServer } from '../sites/running-flag-servers.ts'
import { assertRightKeys } from './assert-right-keys.ts'

const ROUNDS = { warmUp: 1, counted: 5 }

/**
 * Measures the time from the start of a process until it is ready and has evaluated all flags for a user, on an
 * existing database.
 */
export async function compareStarts(
  name: string,
  { flagdeck, beside }: FlagServerPair,
  flags: readonly SwitchedFlag[],
): Promise<Result> {
  const durations = await interleave(
    () => startMs(flagdeck, flags),
    () => startMs(beside, flags),
    ROUNDS,
  )
  return resultOf(`${name}: start to first answer`, durations, {
    unit: 'ms',
    beside: beside.name,
    aim: { atMost: 0.1 },
  })
}

function startMs(server: FlagServer, flags: readonly SwitchedFlag[]): Promise<number> {
  return withFlagServer(server, async (running) => {
    const readyAt = performance.now()
    await assertRightKeys(running, flags, 0)
    return running.readyAfterMs + performance.now() - readyAt
  })
}
