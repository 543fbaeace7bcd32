import type { Context } from '../context.ts'
import type { FlagCall } from '../usage/usage-recorder.ts'
import { letOthersRun } from './let-others-run.ts'
import { slicesOf } from './slices-of.ts'

const CALLS_AT_ONCE = 2000

/** Hands calls to the recorder, however many; lets others run in between. */
export async function recordCalls({ usage }: Pick<Context, 'usage'>, calls: readonly FlagCall[]): Promise<void> {
  for (const slice of slicesOf(calls, CALLS_AT_ONCE)) {
    for (const call of slice) usage.record(call)
    if (slice.length === CALLS_AT_ONCE) await letOthersRun()
  }
}
