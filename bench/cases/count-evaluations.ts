import { createFlagdeck, type EmbeddedFlags, memoryStore, type Subject } from '@flagdeck/core'
import { type Result, resultOf } from '../report/result.ts'
import { sampleSubjects } from '../samples/evaluation-workloads.ts'
import { sampleFilters } from '../samples/sample-flags.ts'
import type { BenchCase } from './bench-case.ts'
import { compareCalls } from './compare-calls.ts'

const FLAGS = 100
const NAME = 'evaluate and count'

/** The calls of an application for one user. */
type Work = (flags: EmbeddedFlags, subject: Subject) => unknown

const WORK: Readonly<Record<string, Work>> = {
  'ten flags for each user': (flags, subject) => {
    let on = 0
    for (const key of TEN) if (flags.isEnabled(key, subject)) on++
    return on
  },
  'all of 100 flags for each user': (flags, subject) => {
    let on = 0
    for (const { enabled } of flags.evaluateAll(subject)) if (enabled) on++
    return on
  },
  'one flag for each user': (flags, subject) => flags.isEnabled('half', subject),
  'the same flag for the same user': (flags) => flags.isEnabled('half', ADA),
}

const TEN = Array.from({ length: 10 }, (_, n) => `flag-${n}`)
const ADA: Subject = { distinctId: 'ada' }

/** Evaluating flags in an application that embeds Flagdeck, compared with `recordUsage: false`. */
export const countEvaluations: BenchCase = {
  name: NAME,
  async run() {
    const store = memoryStore()
    const counting = await createFlagdeck({ store })
    const silent = await createFlagdeck({ store, recordUsage: false })
    const { project, flags: counted } = await counting.project()
    await createFlags(counted)
    const { flags: notCounted } = await silent.project(project.id)
    const results: Result[] = []
    for (const [name, work] of Object.entries(WORK)) {
      const rates = await compareCalls(askerOf(counted, work), askerOf(notCounted, work))
      results.push(resultOf(`${NAME}, ${name}`, rates, { unit: '/s', beside: 'not counted', aim: { atLeast: 0.95 } }))
    }
    await silent.close()
    await counting.close()
    return results
  },
}

async function createFlags(flags: EmbeddedFlags): Promise<void> {
  for (let n = 0; n < FLAGS; n++) await flags.create({ key: `flag-${n}`, filters: sampleFilters(n) })
  await flags.create({ key: 'half', filters: { groups: [{ rollout_percentage: 50 }] } })
}

/** Returns a function that works for one user after the other. */
function askerOf(flags: EmbeddedFlags, work: Work): (call: number) => unknown {
  const subjects = sampleSubjects(1000)
  return (call) => work(flags, subjects[call % subjects.length] ?? ADA)
}
