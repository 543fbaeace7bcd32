import { compileDefinitions } from '@flagdeck/core'
import { interleave } from '../measure/interleave.ts'
import { type Result, resultOf } from '../report/result.ts'
import { allFlags, sampleSubjects } from '../samples/evaluation-workloads.ts'
import type { BenchCase } from './bench-case.ts'

const NAME = 'load 10,000 flags'
const ROUNDS = { warmUp: 4, counted: 16 }

/**
 * The time from the text of a definitions document to its first result, compared with only parsing the text. Flags are
 * compiled on their first evaluation, so evaluating all of them once is measured too.
 */
export const definitionsLoad: BenchCase = {
  name: NAME,
  async run() {
    const text = JSON.stringify(allFlags(10_000).document)
    const load = () => compileDefinitions(JSON.parse(text))
    const [subject = { distinctId: '' }] = sampleSubjects(1)
    return [
      { ...(await besideParsing(NAME, text, () => load().variant('flag-0', subject))), aim: { atMost: 3 } },
      await besideParsing(`${NAME}, decide each once`, text, () => load().evaluateAll(subject)),
    ]
  },
}

async function besideParsing(name: string, text: string, work: () => unknown): Promise<Result> {
  const durations = await interleave(
    durationMs(work),
    durationMs(() => JSON.parse(text)),
    ROUNDS,
  )
  return resultOf(name, durations, { unit: 'ms', beside: 'JSON.parse' })
}

function durationMs(work: () => unknown): () => Promise<number> {
  return async () => {
    const startedAt = performance.now()
    work()
    return performance.now() - startedAt
  }
}
