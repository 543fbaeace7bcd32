import type { Subject } from '@flagdeck/core'
import { init, type LDContext } from '@launchdarkly/node-server-sdk'
import { TestData } from '@launchdarkly/node-server-sdk/integrations'
import type { Peer } from './peer.ts'
import type { PlainFilter } from './plain-filter.ts'
import { type PlainCondition, type PlainFlag, plainFlags, sharesOf } from './plain-flag.ts'
import { question, type Value } from './question.ts'

/** LaunchDarkly's SDK, with its flags in memory and no events. */
export const launchDarkly: Peer = {
  library: '@launchdarkly/node-server-sdk',
  async start(document) {
    const data = new TestData()
    for (const flag of plainFlags(document)) await data.usePreconfiguredFlag(flagOf(flag))
    const client = init('sdk-bench', {
      updateProcessor: data.getFactory(),
      sendEvents: false,
      diagnosticOptOut: true,
      logger: { error: console.error, warn() {}, info() {}, debug() {} },
    })
    await client.waitForInitialization({ timeout: 10 })
    return {
      decide(key, subject) {
        const context = contextOf(subject)
        return question(
          () => client.variation(key, context, false),
          (value: Value) => ({ [key]: value }),
        )
      },
      decideAll(subject) {
        const context = contextOf(subject)
        return question(
          () => client.allFlagsState(context),
          (state) => state.allValues(),
        )
      },
      close: async () => client.close(),
    }
  },
}

function contextOf({ distinctId, properties }: Subject): LDContext {
  return { ...properties, kind: 'user', key: distinctId }
}

function flagOf(flag: PlainFlag) {
  const variations: Value[] = [
    false,
    ...(flag.variants.length === 0 ? [true] : flag.variants.map(({ value }) => value)),
  ]
  const outcomeOf = (condition: PlainCondition) => {
    const shares = sharesOf(flag, condition).map(({ value, percentage }) => ({
      variation: variations.indexOf(value),
      weight: percentage * 1000,
    }))
    return shares.length === 1 ? { variation: shares[0]?.variation } : { rollout: { variations: shares } }
  }
  const forAll = flag.conditions.find(({ filters }) => filters.length === 0)
  return {
    key: flag.key,
    version: 1,
    on: true,
    salt: flag.key,
    variations,
    offVariation: 0,
    fallthrough: forAll ? outcomeOf(forAll) : { variation: 0 },
    rules: flag.conditions
      .filter(({ filters }) => filters.length > 0)
      .map((condition, index) => ({
        id: `rule-${index}`,
        clauses: condition.filters.map(clauseOf),
        ...outcomeOf(condition),
      })),
  }
}

function clauseOf(filter: PlainFilter) {
  const { property: attribute } = filter
  switch (filter.operator) {
    case 'in':
      return { attribute, op: 'in', values: filter.values }
    case 'not in':
      return { attribute, op: 'in', values: filter.values, negate: true }
    case 'greater than':
      return { attribute, op: 'greaterThan', values: [filter.value] }
    case 'matches':
      return { attribute, op: 'matches', values: [filter.pattern] }
    case 'contains':
      // It is case-sensitive, which is less work; the subjects have only lower case.
      return { attribute, op: 'contains', values: [filter.text] }
  }
}
