import { once } from 'node:events'
import type { Subject } from '@flagdeck/core'
import {
  type ClientFeaturesResponse,
  type Context,
  InMemStorageProvider,
  Unleash,
  type UnleashConfig,
  UnleashEvents,
} from 'unleash-client'
import type { Peer } from './peer.ts'
import type { PlainFilter } from './plain-filter.ts'
import { type PlainCondition, type PlainFlag, plainFlags } from './plain-flag.ts'
import { question, type Value } from './question.ts'

/**
 * Unleash's SDK, started with its flags in memory. It has no call for all flags, so each flag is evaluated separately.
 */
export const unleashClient: Peer = {
  library: 'unleash-client',
  async start(document) {
    const plain = plainFlags(document)
    // The types have an enumeration for the operators, with the same names.
    const data = plain.map(featureOf) as ClientFeaturesResponse['features']
    const unleash = new Unleash({ ...OFFLINE, bootstrap: { data } })
    await once(unleash, UnleashEvents.Synchronized)
    const multivariate = new Set(plain.filter(({ variants }) => variants.length > 0).map(({ key }) => key))
    const askerOf = (key: string) =>
      multivariate.has(key)
        ? (context: Context) => unleash.getVariant(key, context)
        : (context: Context) => unleash.isEnabled(key, context)
    const askers = plain.map(({ key }) => askerOf(key))
    return {
      decide(key, subject) {
        const context = contextOf(subject)
        const asker = askerOf(key)
        return question(
          () => asker(context),
          (answer) => ({ [key]: meaningOf(answer) }),
        )
      },
      decideAll(subject) {
        const context = contextOf(subject)
        return question(
          () => askers.map((asker) => asker(context)),
          (answers) => Object.fromEntries(plain.map(({ key }, index) => [key, meaningOf(answers[index])])),
        )
      },
      close: async () => unleash.destroy(),
    }
  },
}

/** Without an interval it requests no flags from a server, and without metrics it sends none. */
const OFFLINE: UnleashConfig = {
  appName: 'bench',
  url: 'http://127.0.0.1:9/',
  refreshInterval: 0,
  disableMetrics: true,
  skipInstanceCountWarning: true,
  storageProvider: new InMemStorageProvider(),
}

function contextOf({ distinctId, properties }: Subject): Context {
  // The properties of the workloads' subjects are text and numbers.
  return { userId: distinctId, properties: properties as NonNullable<Context['properties']> }
}

function meaningOf(answer: ReturnType<Unleash['getVariant']> | boolean | undefined): Value {
  if (typeof answer !== 'object') return answer === true
  return answer.enabled ? answer.name : false
}

function featureOf(flag: PlainFlag) {
  const strategies = flag.conditions.map((condition) => strategyOf(flag, condition))
  return { name: flag.key, type: 'release', project: 'default', enabled: true, impressionData: false, strategies }
}

/** Weights are in thousandths. */
function strategyOf({ key, variants }: PlainFlag, { filters, percentage }: PlainCondition) {
  return {
    name: 'flexibleRollout',
    parameters: { rollout: String(percentage), stickiness: 'default', groupId: key },
    constraints: filters.map(constraintOf),
    variants: variants.map((variant) => ({
      name: variant.value,
      weight: variant.percentage * 10,
      stickiness: 'default',
    })),
  }
}

function constraintOf(filter: PlainFilter) {
  const constraint = { contextName: filter.property, inverted: false, caseInsensitive: false, values: [] }
  switch (filter.operator) {
    case 'in':
      return { ...constraint, operator: 'IN', values: filter.values }
    case 'not in':
      return { ...constraint, operator: 'NOT_IN', values: filter.values }
    case 'greater than':
      return { ...constraint, operator: 'NUM_GT', value: String(filter.value) }
    case 'matches':
      return { ...constraint, operator: 'REGEX', value: filter.pattern }
    case 'contains':
      return { ...constraint, operator: 'STR_CONTAINS', caseInsensitive: true, values: [filter.text] }
  }
}
