import { sendOnce } from '../load/bench-request.ts'
import { keysFor, type SwitchedFlag, userId } from '../samples/switched-flags.ts'
import type { RunningFlagServer } from '../sites/running-flag-servers.ts'

/** Throws an error unless a server gives a user exactly the flags that are on for the user. */
export async function assertRightKeys(
  { name, port, evaluation, keysOn }: RunningFlagServer,
  flags: readonly SwitchedFlag[],
  user: number,
): Promise<void> {
  const response = await sendOnce(port, evaluation(userId(user)))
  const keys = [...keysOn(await response.json())].sort()
  const right = keysFor(flags, userId(user))
  if (keys.join() === right.join()) return
  throw new Error(`${name} gives ${userId(user)} ${keys.length} flags instead of ${right.length}: ${keys}`)
}
