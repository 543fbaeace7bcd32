import { median } from '../measure/median.ts'
import { assertAgreement } from '../peers/agreement.ts'
import { flagdeck, PEERS } from '../peers/index.ts'
import { NotExpressibleError } from '../peers/not-expressible-error.ts'
import type { Peer, StartedPeer } from '../peers/peer.ts'
import type { Question } from '../peers/question.ts'
import { pinnedVersion } from '../report/pinned-versions.ts'
import { type Result, resultOf } from '../report/result.ts'
import { type EvaluationWorkload, sampleSubjects } from '../samples/evaluation-workloads.ts'
import type { BenchCase } from './bench-case.ts'
import { compareCalls } from './compare-calls.ts'

/** The minimum factor by which Flagdeck is faster, by workload and library. */
const AIMS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  '50 % rollout': { '@openfeature/flagd-core': 2.5, '@launchdarkly/node-server-sdk': 10 },
  'all of 1,000 flags': { '@openfeature/flagd-core': 5, '@growthbook/growthbook': 15, 'posthog-node': 500 },
  'all of 1,000 flags with lists of their own': { '@openfeature/flagd-core': 4 },
}

/** Measures the evaluation of flags in the process, compared with each library that does the same. */
export function evaluate(workload: EvaluationWorkload): BenchCase {
  return {
    name: nameOf(workload),
    async run() {
      const results: Result[] = []
      const silent: Peer[] = []
      for (const peer of PEERS) {
        const result = await compareWith(peer, workload)
        if (result) results.push(result)
        else silent.push(peer)
      }
      const figure = median(results.map((result) => result.flagdeck))
      return [...results, ...silent.map((peer) => notExpressible(peer, workload, figure))]
    },
  }
}

/** Returns null if the peer cannot express the workload. */
async function compareWith(peer: Peer, workload: EvaluationWorkload): Promise<Result | null> {
  const started = await startUnlessSilent(peer, workload)
  if (!started) return null
  const ours = await flagdeck.start(workload.document)
  try {
    const questionsFor = (count: number) => ({
      flagdeck: questions(ours, workload, count),
      peer: questions(started, workload, count),
    })
    await assertAgreement(peer, workload.document, questionsFor(workload.key === undefined ? 100 : 10_000))
    const measured = questionsFor(1000)
    return resultOf(resultName(workload, peer), await compareCalls(asker(measured.flagdeck), asker(measured.peer)), {
      unit: '/s',
      beside: versionedName(peer),
      ...aimOf(peer, workload),
    })
  } finally {
    await started.close()
  }
}

async function startUnlessSilent(peer: Peer, { document }: EvaluationWorkload): Promise<StartedPeer | null> {
  try {
    return await peer.start(document)
  } catch (error) {
    if (error instanceof NotExpressibleError) return null
    throw error
  }
}

function questions(peer: StartedPeer, { key }: EvaluationWorkload, subjects: number): Question[] {
  return sampleSubjects(subjects).map((subject) =>
    key === undefined ? peer.decideAll(subject) : peer.decide(key, subject),
  )
}

/** Returns a function that evaluates one subject after the other. */
function asker(questions: readonly Question[]): (call: number) => unknown {
  const asks = questions.map(({ ask }) => ask)
  return (call) => asks[call % asks.length]?.()
}

function notExpressible(peer: Peer, workload: EvaluationWorkload, figure: number): Result {
  const beside = { name: versionedName(peer), figure: 'not expressible' } as const
  return { name: nameOf(workload), unit: '/s', flagdeck: figure, beside, ratio: null, aim: null }
}

function aimOf({ library }: Peer, { name }: EvaluationWorkload) {
  const atLeast = AIMS[name]?.[library]
  return atLeast === undefined ? {} : { aim: { atLeast } }
}

function nameOf({ name }: EvaluationWorkload): string {
  return `evaluate ${name}`
}

/**
 * Returns the name of a result, without the version, because a figure is compared with that of the previous version.
 */
function resultName(workload: EvaluationWorkload, { library }: Peer): string {
  return `${nameOf(workload)}, ${library}`
}

function versionedName({ library }: Peer): string {
  return `${library} ${pinnedVersion(library)}`
}
