import type { Subject } from '@flagdeck/core'
import type { EvaluationContext, JsonValue } from '@openfeature/core'
import { FlagdCore } from '@openfeature/flagd-core'
import { NotExpressibleError } from './not-expressible-error.ts'
import type { Peer } from './peer.ts'
import type { PlainFilter } from './plain-filter.ts'
import { type PlainCondition, type PlainFlag, plainFlags, sharesOf } from './plain-flag.ts'
import { question, type Value } from './question.ts'

/** The evaluation library of OpenFeature's provider for flagd, in the process. */
export const flagdCore: Peer = {
  library: '@openfeature/flagd-core',
  async start(document) {
    const plain = plainFlags(document)
    const core = new FlagdCore()
    core.setConfigurations(JSON.stringify({ flags: Object.fromEntries(plain.map((flag) => [flag.key, flagOf(flag)])) }))
    const multivariate = new Set(plain.filter(({ variants }) => variants.length > 0).map(({ key }) => key))
    return {
      decide(key, subject) {
        const context = contextOf(subject)
        const ask = multivariate.has(key)
          ? () => core.resolveStringEvaluation(key, OFF, context)
          : () => core.resolveBooleanEvaluation(key, false, context)
        return question<ReturnType<typeof ask>>(ask, ({ value }) => ({ [key]: meaningOf(value) }))
      },
      decideAll(subject) {
        const context = contextOf(subject)
        return question(
          () => core.resolveAll(context),
          (answers) => Object.fromEntries(answers.map(({ flagKey, value }) => [flagKey, meaningOf(value)])),
        )
      },
      close: () => Promise.resolve(),
    }
  },
}

const ON = 'on'
const OFF = 'off'

function contextOf({ distinctId, properties }: Subject): EvaluationContext {
  // The properties of the workloads' subjects are text and numbers.
  return { ...(properties as EvaluationContext), targetingKey: distinctId }
}

function meaningOf(value: JsonValue): Value {
  return value === OFF ? false : typeof value === 'boolean' ? value : String(value)
}

/** Values have one type, so a flag with variants has a text for off. */
function flagOf(flag: PlainFlag) {
  const values = flag.variants.map(({ value }) => [value, value])
  return {
    state: 'ENABLED',
    variants: flag.variants.length === 0 ? { [ON]: true, [OFF]: false } : { ...Object.fromEntries(values), [OFF]: OFF },
    defaultVariant: OFF,
    targeting: targetingOf(flag),
  }
}

/** Returns the branches of an `if`: alternately conditions and outcomes, then the default. */
function targetingOf(flag: PlainFlag) {
  const [first] = flag.conditions
  if (first && first.filters.length === 0) return outcomeOf(flag, first)
  const branches = flag.conditions.flatMap((condition) => [
    { and: condition.filters.map(filterOf) },
    outcomeOf(flag, condition),
  ])
  return { if: [...branches, OFF] }
}

/** Weights are integers. */
function outcomeOf(flag: PlainFlag, condition: PlainCondition) {
  const shares = sharesOf(flag, condition).map(({ value, percentage }) => [nameOf(value), percentage * 100])
  return shares.length === 1 ? shares[0]?.[0] : { fractional: shares }
}

function nameOf(value: Value): string {
  return typeof value === 'string' ? value : value ? ON : OFF
}

function filterOf(filter: PlainFilter) {
  const property = { var: filter.property }
  switch (filter.operator) {
    case 'in':
      return { in: [property, filter.values] }
    case 'not in':
      return { '!': { in: [property, filter.values] } }
    case 'greater than':
      return { '>': [property, filter.value] }
    case 'contains':
      // It is case-sensitive, which is less work; the subjects have only lower case.
      return { in: [filter.text, property] }
    case 'matches':
      throw new NotExpressibleError('JSON logic has no regular expressions')
  }
}
