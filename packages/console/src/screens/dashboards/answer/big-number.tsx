import { FlagLink } from '../../../parts/chart/flag-link.tsx'
import { percent, whole } from '../../../parts/number.ts'
import { answers } from '../../../text/answers.ts'
import { type Answer, flagOf, type Item, itemLabel, itemsOf, measureOf } from './answer-items.ts'
import { numberOf } from './shares.tsx'

/** More numbers than these are shown in smaller type. */
const MOST_LARGE = 3

/** Shows one number in large type, with the change from the previous period. */
export function BigNumber({ answer }: { readonly answer: Answer }) {
  const items = itemsOf(answer)
  const current = items.filter(({ compare_label }) => compare_label !== 'previous')
  const before = items.filter(({ compare_label }) => compare_label === 'previous')
  return (
    <div class="big-numbers" data-many={current.length > MOST_LARGE || undefined}>
      {current.map((item, index) => (
        <div key={item.label} class="big-number">
          <strong>{whole(numberOf(item))}</strong>
          <Words item={item} answer={answer} isAlone={current.length === 1} />
          {before[index] && <Change from={numberOf(before[index])} to={numberOf(item)} />}
        </div>
      ))}
    </div>
  )
}

interface WordsProps {
  readonly item: Item
  readonly answer: Answer
  readonly isAlone: boolean
}

function Words({ item, answer: { query }, isAlone }: WordsProps) {
  const words = isAlone ? answers.counted(measureOf(query), item.action.math) : itemLabel(item, query)
  const flag = isAlone ? undefined : flagOf(item, query)
  return (
    <span class="quiet" dir="auto">
      {flag === undefined ? words : <FlagLink flagKey={flag}>{words}</FlagLink>}
    </span>
  )
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
