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

/** "contains @acme.com", or with what it saw when that was something else: "… , saw kim@example.de". */
export function filterSentence(filter: JudgedFilter): string {
  const { operator, wanted, passed, problem, is_missing, seen, type } = filter
  const words = [operatorText(operator, wanted), ...wantedWords(filter)].join(' ')
  if (passed === null) return `${words}: ${problem ?? 'cannot be evaluated'}`
  if (passed) return words
  if (type === 'cohort') return `${words}: no`
  return `${words}: ${is_missing ? 'there is none' : `saw ${valueText(seen)}`}`
}

function wantedWords({ type, operator, wanted, key }: JudgedFilter): readonly string[] {
  if (type === 'cohort') return [`cohort ${wanted === null || wanted === undefined ? key : valueText(wanted)}`]
  const texts = wantedTexts(operator, wanted)
  return texts.length === 0 ? [] : [OR.format(texts)]
}
