import { expect, it } from 'vitest'
import { CountedDecision } from '../../../evaluation/flags/counted-decision.ts'
import { countingIds } from '../../../testing/counting-ids.ts'
import { newProjectRow } from '../../../testing/row-builders.ts'
import { BatchQueue } from '../recording/batch-queue.ts'
import type { EvaluationSource } from '../usage-recorder.ts'
import { EvaluationCounters, type EvaluationCountersOptions } from './evaluation-counters.ts'

const PROJECT = { id: 1, ...newProjectRow({ organizationId: 'o' }) }

/** Returns counters in front of a queue whose store is available; `isKnown` sets whether the project still exists. */
function countersTrial(source: EvaluationSource = 'embedded') {
  const trial = { isKnown: true }
  const queue = new BatchQueue({
    newId: countingIds(),
    write: async ({ calls }) => ({ written: calls, lost: 0 }),
    onError: () => undefined,
  })
  const picture = { project: PROJECT, flag: () => undefined, flags: [] }
  const counters = new EvaluationCounters({
    clock: Date.now,
    // The counters use nothing else of a snapshot.
    snapshots: {
      peek: () => (trial.isKnown ? picture : undefined),
    } as unknown as EvaluationCountersOptions['snapshots'],
    record: () => undefined,
    open(keptIn) {
      queue.sealWhenFull(keptIn)
      return queue.open
    },
    onFull: () => undefined,
  })
  return { ...trial, trial, queue, counters, counter: counters.of(1, source) ?? expect.fail() }
}

function decisionsOf(flags: number, enabled: boolean): readonly CountedDecision[] {
  return Array.from({ length: flags }, (_, flagId) => {
    const answer = { enabled, variant: null, payload: null, version: 1, failed: false }
    return new CountedDecision({
      ...answer,
      key: `flag-${flagId}`,
      flagId,
      reason: { code: 'condition_match' } as never,
    })
  })
}

it('USAGE-53 loses none of more users than a batch is large, when nobody could fold meanwhile', async () => {
  const { queue, counters, counter } = countersTrial()
  const [on, off] = [decisionsOf(1000, true), decisionsOf(1000, false)]
  const users = 17_000
  for (let n = 0; n < users; n++) counter.noteAll(n % 2 ? on : off, `user ${n}`)
  counters.fold()
  await queue.drain()
  const { written, lost } = queue.status()
  // Each user is exposed and evaluated for, and the call counts as both.
  expect({ written, lost }).toEqual({ written: 2 * users * 1000, lost: 0 })
})

it('USAGE-39 keeps nothing of a project that is gone, though its flags are asked for', () => {
  const { trial, counters, counter } = countersTrial('server')
  const decisions = decisionsOf(100, true)
  trial.isKnown = false
  const sizes = Array.from({ length: 3 }, (_, round) => {
    for (let n = 0; n < 20_000; n++) counter.noteAll(decisions, `user ${round} ${n}`)
    counters.fold()
    return counter.bytes
  })
  expect(Math.max(...sizes)).toBeLessThan(1.1 * Math.min(...sizes) + 2 ** 20)
})
