const SIGNS = { passed: '✓', missed: '×', unknown: '?' } as const
const WORDS = { passed: 'yes', missed: 'no', unknown: 'cannot be evaluated' } as const

/** Whether something matched: a sign for the eye and a word for the ear. */
export function Sign({ passed }: { readonly passed: boolean | null }) {
  const kind = passed === null ? 'unknown' : passed ? 'passed' : 'missed'
  return (
    <span class={`sign ${kind}`}>
      <span aria-hidden="true">{SIGNS[kind]}</span>
      <span class="visually-hidden">{WORDS[kind]}: </span>
    </span>
  )
}
