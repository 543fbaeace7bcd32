import { createFlagdeck, memoryStore, type Subject } from '@flagdeck/core'
import { flagdeckProvider } from '@flagdeck/openfeature'
import { type EvaluationContext, NOOP_PROVIDER, OpenFeature, type Provider } from '@openfeature/server-sdk'
import { resultOf } from '../report/result.ts'
import { sampleSubjects } from '../samples/evaluation-workloads.ts'
import type { BenchCase } from './bench-case.ts'
import { compareDurations } from './compare-calls.ts'

const NAME = 'openfeature'
const FILTERS = {
  groups: [
    { properties: [{ key: 'plan', type: 'person', value: 'pro' }], rollout_percentage: 100 },
    { rollout_percentage: 50 },
  ],
} as const

/** A boolean evaluation through OpenFeature's SDK, compared with the SDK's no-op provider and with Flagdeck alone. */
export const openFeature: BenchCase = {
  name: NAME,
  async run() {
    const deck = await createFlagdeck({ store: memoryStore() })
    const { flags } = await deck.project()
    await flags.create({ key: 'asked', filters: FILTERS })
    const ours = await clientOf(flagdeckProvider(deck))
    const nothing = await clientOf(NOOP_PROVIDER)
    const subjects = sampleSubjects(1000)
    const contexts = subjects.map(contextOf)
    const durations = await compareDurations(
      (call) => ours.getBooleanValue('asked', false, contexts[call % contexts.length]),
      (call) => {
        flags.isEnabled('asked', subjects[call % subjects.length] ?? { distinctId: '' })
        return nothing.getBooleanValue('asked', false, contexts[call % contexts.length])
      },
    )
    await OpenFeature.close()
    await deck.close()
    return [resultOf(NAME, durations, { unit: 'ms', beside: 'nothing, and us', aim: { atMost: 1.05 } })]
  },
}

async function clientOf(provider: Provider) {
  const domain = provider.metadata.name
  await OpenFeature.setProviderAndWait(domain, provider)
  return OpenFeature.getClient(domain)
}

function contextOf({ distinctId, properties }: Subject): EvaluationContext {
  return { ...(properties as EvaluationContext), targetingKey: distinctId }
}
