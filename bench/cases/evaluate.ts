import { compileDefinitions, type Decision, type Snapshot, type Subject } from '@flagdeck/core'
import { PEERS } from '../peers/index.ts'
import type { Peer } from '../peers/peer.ts'
import { type Result, resultOf } from '../report/result.ts'
import { type EvaluationWorkload, SUBJECTS } from '../samples/evaluation-workloads.ts'
import type { BenchCase } from './bench-case.ts'
import { compareCalls } from './compare-calls.ts'

/** Deciding flags inside the process, beside each library that does the same. */
export function evaluate(workload: EvaluationWorkload): BenchCase {
  const name = `evaluate ${workload.name}`
  return {
    name,
    async run() {
      const snapshot = compileDefinitions(workload.document)
      const results: Result[] = []
      for (const startPeer of PEERS) {
        const peer = await startPeer(workload.document)
        results.push(await compareWith(peer, snapshot, { ...workload, name }))
        await peer.close()
      }
      return results
    },
  }
}

async function compareWith(peer: Peer, snapshot: Snapshot, { name, key }: EvaluationWorkload): Promise<Result> {
  const ours = (subject: Subject) =>
    key === undefined ? snapshot.evaluateAll(subject) : snapshot.variant(key, subject)
  const theirs = (subject: Subject) => (key === undefined ? peer.decideAll(subject) : peer.decide(key, subject))
  await assertSameDecisions(name, ours, theirs)
  const rates = await compareCalls(
    (call) => ours(subjectOf(call)),
    (call) => theirs(subjectOf(call)),
  )
  return resultOf(name, rates, { unit: '/s', beside: peer.name })
}

/** Refuses to compare libraries that do not decide alike. */
async function assertSameDecisions(
  name: string,
  ours: (subject: Subject) => string | boolean | readonly Decision[],
  theirs: (subject: Subject) => unknown,
): Promise<void> {
  for (const subject of SUBJECTS) {
    const answers = [textOf(ours(subject)), textOf(await theirs(subject))]
    if (answers[0] !== answers[1]) throw new Error(`${name}: ${subject.distinctId} gets ${answers.join(' and ')}`)
  }
}

/** All flags are a list of decisions on one side and an object in no particular order on the other. */
function textOf(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null) return String(answer)
  const values = Array.isArray(answer) ? answer.map(valueOfDecision) : Object.entries(answer)
  return JSON.stringify(values.sort())
}

function valueOfDecision({ key, enabled, variant }: Decision): [key: string, value: string | boolean] {
  return [key, variant ?? enabled]
}

const [FIRST_SUBJECT] = SUBJECTS

function subjectOf(call: number): Subject {
  const subject = SUBJECTS[call % SUBJECTS.length] ?? FIRST_SUBJECT
  if (!subject) throw new Error('there are no subjects')
  return subject
}
