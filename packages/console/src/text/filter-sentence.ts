import { isolate } from './isolate.ts'
import { operatorText, wantedTexts } from './operators.ts'

/** The result of one filter in the explanation of a flag. */
export interface FilterResult {
  readonly type: string
  readonly key: string
  readonly operator: string
  readonly wanted: unknown
  readonly seen: unknown
  readonly is_missing: boolean
  readonly passed: boolean | null
  readonly problem: string | null
  readonly flag: { readonly key: string | null } | null
}

/** The parts of a sentence about a filter. A cohort between `words` and `rest` is shown as a link. */
export interface FilterWords {
  /** "contains", or "must contain" for a filter that did not match. */
  readonly words: string
  /** The required value; empty for an operator without one; the id of a cohort. */
  readonly value: string
  /** "; is kim@example.de". */
  readonly rest: string
}

const OR = new Intl.ListFormat('en', { type: 'disjunction' })

/** More values than this are only counted. */
const MOST_VALUES = 5

/** Returns what a filter evaluates: a property, a flag, or the user. */
export function filterSubject({ type, key, flag }: FilterResult): string {
  if (type === 'flag') return flag?.key ?? key
  return type === 'cohort' ? 'The user' : key
}

/** Returns the words for a filter. If it did not match, they include the value of the user. */
export function filterWords(filter: FilterResult): FilterWords {
  const { passed, problem, type, is_missing: isMissing } = filter
  const { words, value } = requirement(filter)
  if (passed === null) return { words, value, rest: `: ${problem ?? 'cannot be evaluated'}` }
  if (passed) return { words, value, rest: '' }
  if (type === 'cohort') return { words: must(words), value, rest: '' }
  return { words: must(words), value, rest: isMissing ? '; not set' : `; is ${isolate(seenText(filter))}` }
}

/** Returns what a filter requires, whether or not it matched: "contains", "@acme.com". */
export function requirement(filter: Pick<FilterResult, 'type' | 'key' | 'operator' | 'wanted'>): {
  readonly words: string
  readonly value: string
} {
  const { type, key, operator, wanted } = filter
  const words = operatorText(operator, wanted)
  if (type === 'cohort') return { words, value: `cohort ${wanted === null || wanted === undefined ? key : wanted}` }
  const texts = wantedTexts(operator, Array.isArray(wanted) ? wanted.map(asText(type)) : asText(type)(wanted))
  const cut = texts.length > MOST_VALUES
  const shown = (cut ? texts.slice(0, MOST_VALUES - 1) : texts).map(isolate)
  const listed = cut ? [...shown, `${texts.length - shown.length} more`] : shown
  return { words, value: listed.length === 0 ? '' : OR.format(listed) }
}

/** Returns the value that the filter evaluated. */
export function seenText({ type, seen }: Pick<FilterResult, 'type' | 'seen'>): string {
  return asText(type)(seen)
}

/** Returns "must contain" for "contains". */
export function must(words: string): string {
  return words
    .replace(/^is not\b/, 'must not be')
    .replace(/^is\b/, 'must be')
    .replace(/^does not\b/, 'must not')
    .replace(/^(contain|start|end)s\b/, 'must $1')
    .replace(/^matches\b/, 'must match')
}

/** Returns the texts for values: flags are on or off, properties are true or false. */
const asText =
  (type: string) =>
  (value: unknown): string => {
    if (typeof value === 'boolean' && type === 'flag') return value ? 'on' : 'off'
    return typeof value === 'string' ? value : JSON.stringify(value ?? null)
  }
