import { operatorText, valueText, wantedTexts } from './operators.ts'

/** What one filter wanted and saw, as the tree of a decision says it. */
export interface JudgedFilter {
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

/** The name in front of a filter's sentence: what it looks at. */
export function filterSubject({ type, key, flag }: JudgedFilter): string {
  if (type === 'flag') return flag?.key ?? key
  return type === 'cohort' ? 'the user' : key
}

/**
 * "contains @acme.com", or what was missed: "needed to contain @acme.com, saw kim@example.de".
 * @param cohort what the cohort is called that it looks at, where that is known
 */
export function filterSentence(filter: JudgedFilter, cohort?: string): string {
  const { operator, wanted, passed, problem, is_missing, seen, type } = filter
  const words = [operatorText(operator, wanted), ...wantedWords(filter, cohort)].join(' ')
  if (passed === null) return `${words}: ${problem ?? 'cannot be evaluated'}`
  if (passed) return words
  if (type === 'cohort') return needed(words)
  return `${needed(words)}, ${is_missing ? 'and there is none' : `saw ${valueText(seen)}`}`
}

/** "contains x" as what was missed: "needed to contain x". */
function needed(words: string): string {
  const infinitive = words
    .replace(/^is not\b/, 'not to be')
    .replace(/^is\b/, 'to be')
    .replace(/^does not\b/, 'not to')
    .replace(/^(contain|start|end)s\b/, 'to $1')
    .replace(/^matches\b/, 'to match')
  return `needed ${infinitive}`
}

function wantedWords({ type, operator, wanted, key }: JudgedFilter, cohort?: string): readonly string[] {
  if (type === 'cohort')
    return [cohort ?? `cohort ${wanted === null || wanted === undefined ? key : valueText(wanted)}`]
  const texts = wantedTexts(operator, wanted)
  return texts.length === 0 ? [] : [OR.format(texts)]
}
