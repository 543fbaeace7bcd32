import { isolate } from './isolate.ts'
import { operatorText, valueText, wantedTexts } from './operators.ts'

/** The result of one filter for a subject, as an explanation contains it. */
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

const OR = new Intl.ListFormat('en', { type: 'disjunction' })

/** Returns the name in front of a filter's sentence: of a property, a flag or the user. */
export function filterSubject({ type, key, flag }: FilterResult): string {
  if (type === 'flag') return flag?.key ?? key
  return type === 'cohort' ? 'the user' : key
}

/**
 * "contains @acme.com" for a filter that passed; otherwise "must contain @acme.com; saw kim@example.de".
 * @param cohort the name of the cohort that the filter refers to, if it is known
 */
export function filterSentence(filter: FilterResult, cohort?: string): string {
  const { operator, wanted, passed, problem, is_missing, seen, type } = filter
  const words = [operatorText(operator, wanted), ...wantedWords(filter, cohort)].join(' ')
  if (passed === null) return `${words}: ${problem ?? 'cannot be evaluated'}`
  if (passed) return words
  if (type === 'cohort') return required(words)
  return `${required(words)}; ${is_missing ? 'not set' : `saw ${isolate(valueText(seen))}`}`
}

/** "contains x" as a requirement: "must contain x". */
function required(words: string): string {
  const infinitive = words
    .replace(/^is not\b/, 'not be')
    .replace(/^is\b/, 'be')
    .replace(/^does not\b/, 'not')
    .replace(/^(contain|start|end)s\b/, '$1')
    .replace(/^matches\b/, 'match')
  return `must ${infinitive}`
}

function wantedWords({ type, operator, wanted, key }: FilterResult, cohort?: string): readonly string[] {
  if (type === 'cohort')
    return [
      cohort !== undefined
        ? isolate(cohort)
        : `cohort ${wanted === null || wanted === undefined ? key : valueText(wanted)}`,
    ]
  const texts = wantedTexts(operator, wanted)
  return texts.length === 0 ? [] : [OR.format(texts.map(isolate))]
}
