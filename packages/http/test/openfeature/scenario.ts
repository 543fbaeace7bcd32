import type { CreateFlagInput, FlagFilters, JsonValue } from '@flagdeck/core'
import type { Question, Resolution } from './resolution.ts'

/** A requirement of OpenFeature's specification on an evaluation. */
export interface Scenario {
  readonly title: string
  /** The flag `asked`; the flag does not exist when missing. */
  readonly flag?: Omit<CreateFlagInput, 'key'>
  readonly question: Question
  readonly expected: Partial<Resolution>
}

export const ADA = { targetingKey: 'ada' }

export const EVERYBODY: FlagFilters = { groups: [{ rollout_percentage: 100 }] }
export const NOBODY: FlagFilters = { groups: [{ rollout_percentage: 0 }] }

export const FOR_PRO: FlagFilters = { groups: [{ properties: [{ key: 'plan', type: 'person', value: 'pro' }] }] }

/** A flag whose value is JSON. */
export function valued(value: JsonValue): Omit<CreateFlagInput, 'key'> {
  const payloads = { true: JSON.stringify(value) }
  return { isRemoteConfiguration: true, filters: { ...EVERYBODY, payloads } }
}

/** A flag whose value is the key of a variant. */
export function varied(key: string, filters: FlagFilters = EVERYBODY): Omit<CreateFlagInput, 'key'> {
  return { filters: { ...filters, multivariate: { variants: [{ key, rollout_percentage: 100 }] } } }
}

/** A value of each type that no flag of the table has. */
export const FALLBACKS = { boolean: true, string: 'fallback', number: -7, object: { fallback: true } } as const

/** Requests a type for ada, with a fallback that no flag evaluates to. */
export function asks(type: keyof typeof FALLBACKS, context: Question['context'] = ADA): Question {
  return { type, fallback: FALLBACKS[type], context }
}
