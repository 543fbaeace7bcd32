import type { Subject } from '@flagdeck/core'
import { type FeatureDefinitions, GrowthBookClient, type UserContext } from '@growthbook/growthbook'
import type { Peer } from './peer.ts'
import type { PlainFilter } from './plain-filter.ts'
import { type PlainCondition, type PlainFlag, plainFlags } from './plain-flag.ts'
import { question, type Value } from './question.ts'

/** GrowthBook's client for servers. It has no call for all flags, so each flag is evaluated separately. */
export const growthBook: Peer = {
  library: '@growthbook/growthbook',
  async start(document) {
    // In other environments it creates a log message for every rule.
    process.env.NODE_ENV = 'production'
    const client = new GrowthBookClient().initSync({ payload: { features: featuresOf(plainFlags(document)) } })
    const keys = Object.keys(client.getFeatures())
    return {
      decide(key, subject) {
        const user = userOf(subject)
        return question(
          () => client.getFeatureValue<Value>(key, false, user),
          (value) => ({ [key]: value }),
        )
      },
      decideAll(subject) {
        const user = userOf(subject)
        return question(
          () => keys.map((key) => client.getFeatureValue<Value>(key, false, user)),
          (values) => Object.fromEntries(values.map((value, index) => [keys[index], value])),
        )
      },
      close: async () => client.destroy(),
    }
  },
}

function userOf({ distinctId, properties }: Subject): UserContext {
  return { attributes: { ...properties, id: distinctId } }
}

function featuresOf(flags: readonly PlainFlag[]): FeatureDefinitions {
  return Object.fromEntries(
    flags.map((flag) => [
      flag.key,
      { defaultValue: false, rules: flag.conditions.map((condition) => ruleOf(flag, condition)) },
    ]),
  )
}

/** Returns a rule that forces a value for a boolean flag, and an experiment for a flag with variants. */
function ruleOf({ key, variants }: PlainFlag, { filters, percentage }: PlainCondition) {
  const rule = {
    ...(filters.length > 0 ? { condition: { $and: filters.map(conditionOf) } } : {}),
    ...(percentage < 100 || variants.length > 0 ? { coverage: percentage / 100, hashAttribute: 'id' } : {}),
  }
  if (variants.length === 0) return { ...rule, force: true }
  return {
    ...rule,
    key,
    hashVersion: 2,
    variations: variants.map(({ value }) => value),
    weights: variants.map((variant) => variant.percentage / 100),
  }
}

function conditionOf(filter: PlainFilter) {
  const { property } = filter
  switch (filter.operator) {
    case 'in':
      return { [property]: { $in: filter.values } }
    case 'not in':
      return { [property]: { $nin: filter.values } }
    case 'greater than':
      return { [property]: { $gt: filter.value } }
    case 'matches':
      return { [property]: { $regex: filter.pattern } }
    case 'contains':
      return { [property]: { $regexi: filter.text.replaceAll('.', '\\.') } }
  }
}
