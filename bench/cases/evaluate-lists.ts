import { compileDefinitions, type Subject } from '@flagdeck/core'
import { resultOf } from '../report/result.ts'
import { listOf, sampleSubjects } from '../samples/evaluation-workloads.ts'
import type { BenchCase } from './bench-case.ts'
import { compareDurations } from './compare-calls.ts'

const NAME = 'evaluate list of 1,000 beside one'

/** How much longer an evaluation takes with a long list. */
export const evaluateLists: BenchCase = {
  name: NAME,
  async run() {
    const subjects = sampleSubjects(1000).map(withCompanyOfBothListsOrNone)
    const durations = await compareDurations(decider(1000, subjects), decider(1, subjects))
    return [resultOf(NAME, durations, { unit: 'ms', beside: 'list of one', aim: { atMost: 1.3 } })]
  },
}

/**
 * Gives subjects a company that is in both lists or in none, because positive and negative results may take different
 * times.
 */
function withCompanyOfBothListsOrNone(subject: Subject, index: number): Subject {
  return { ...subject, properties: { ...subject.properties, company: index % 2 === 0 ? 'company-0' : 'company-1' } }
}

function decider(listLength: number, subjects: readonly Subject[]): (call: number) => unknown {
  const { document, key = '' } = listOf(listLength)
  const snapshot = compileDefinitions(document)
  const asks = subjects.map((subject) => () => snapshot.variant(key, subject))
  return (call) => asks[call % asks.length]?.()
}
