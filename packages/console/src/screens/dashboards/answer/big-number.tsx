import { percent, whole } from '../../../parts/number.ts'
import { answers } from '../../../text/answers.ts'
import { type Answer, type Item, itemLabel, itemsOf, measureOf } from './answer-items.ts'
import { numberOf } from './shares.tsx'

/** One number, as large as it matters, with what it was before. */
export function BigNumber({ answer }: { readonly answer: Answer }) {
  const items = itemsOf(answer)
  const current = items.filter(({ compare_label }) => compare_label !== 'previous')
  const before = items.filter(({ compare_label }) => compare_label === 'previous')
  return (
    <div class="stack">
      {current.map((item, index) => (
        <div key={item.label} class="big-number">
          <strong>{whole(numberOf(item))}</strong>
          <span class="quiet">{wordsOf(item, answer, current.length)}</span>
          {before[index] && <Change from={numberOf(before[index])} to={numberOf(item)} />}
        </div>
      ))}
    </div>
  )
}

function wordsOf(item: Item, { query }: Answer, count: number): string {
  return count === 1 ? answers.counted(measureOf(query), item.action.math) : itemLabel(item, query)
}

function Change({ from, to }: { readonly from: number; readonly to: number }) {
  if (from === to) return <span class="quiet small">{answers.same}</span>
  const words = to > from ? answers.more : answers.fewer
  return (
    <span class="quiet small">
      {words(from === 0 ? null : percent((100 * Math.abs(to - from)) / from), whole(from))}
    </span>
  )
}
