import { type CompiledSnapshot, compileDefinitions, type FlagDefinition, replaceDefinitions } from '@flagdeck/core'
import { median } from '../measure/median.ts'
import { allFlags, sampleSubjects } from '../samples/evaluation-workloads.ts'
import type { BenchCase } from './bench-case.ts'

const FLAGS = 10_000
const CHANGES = 1000
const NAME = 'change one of 10,000 flags'

/**
 * The time from the notification of a changed flag to the first result with the change, after all other flags were
 * evaluated.
 */
export const definitionsChange: BenchCase = {
  name: NAME,
  async run() {
    const { document } = allFlags(FLAGS)
    const [subject = { distinctId: '' }] = sampleSubjects(1)
    let snapshot = compileDefinitions(document)
    snapshot.evaluateAll(subject)
    const durationsMs: number[] = []
    for (const [index, definition] of document.flags.slice(0, CHANGES).entries()) {
      const changed = forNobody(definition)
      const startedAt = performance.now()
      snapshot = replaceDefinitions(snapshot, { version: index + 1, changed: [changed] })
      const answer = snapshot.evaluate(changed.key, subject)
      durationsMs.push(performance.now() - startedAt)
      if (answer.enabled) throw new Error(`${changed.key} was answered as it was before`)
    }
    assertOthersUnchanged(snapshot)
    const flagdeck = median(durationsMs)
    return [{ name: NAME, unit: 'ms', flagdeck, beside: null, ratio: null, aim: { atMost: 1 } }]
  },
}

function forNobody(definition: FlagDefinition): FlagDefinition {
  const groups = definition.filters.groups.map((group) => ({ ...group, rollout_percentage: 0 }))
  return { ...definition, version: definition.version + 1, filters: { ...definition.filters, groups } }
}

function assertOthersUnchanged(snapshot: CompiledSnapshot): void {
  if (snapshot.keys.length !== FLAGS) throw new Error(`${snapshot.keys.length} flags are left of ${FLAGS}`)
}
