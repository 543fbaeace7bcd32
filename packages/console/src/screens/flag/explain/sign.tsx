import { explainText } from '../../../text/explain.ts'

const SIGNS = { passed: '✓', missed: '×', unknown: '?' } as const
const WORDS = { passed: explainText.yes, missed: explainText.no, unknown: explainText.outcomes.failed } as const

/** Shows whether something matched, as a sign with a word for screen readers. */
export function Sign({ passed }: { readonly passed: boolean | null }) {
  const kind = passed === null ? 'unknown' : passed ? 'passed' : 'missed'
  return (
    <span class={`sign ${kind}`}>
      <span aria-hidden="true">{SIGNS[kind]}</span>
      <span class="visually-hidden">{WORDS[kind]}: </span>
    </span>
  )
}
