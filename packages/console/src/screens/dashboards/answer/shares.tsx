import { seriesBackground } from '../../../parts/chart/colours.ts'
import { share, whole } from '../../../parts/number.ts'
import { answers } from '../../../text/answers.ts'
import { type Answer, breakdownOf, countsUsers, type Item, itemLabel, itemsOf, measureOf } from './answer-items.ts'

interface Props {
  readonly answer: Answer
  readonly title: string
  /** Whether each has a bar as long as its share of the largest. */
  readonly barred: boolean
}

/** One number for each, the largest first. Shares of users say nothing: somebody may be in several. */
export function Shares({ answer, title, barred }: Props) {
  const items = itemsOf(answer)
  const withShare = !countsUsers(items) && items.every(({ compare_label }) => compare_label === undefined)
  const most = Math.max(1, ...items.map(numberOf))
  const sum = items.reduce((total, item) => total + numberOf(item), 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled with the keyboard
    <section class="scroll" aria-label={title} tabIndex={0}>
      <table class="table shares">
        <thead>
          <tr>
            <th scope="col">{answers.by(breakdownOf(answer.query))}</th>
            <th scope="col" class="number">
              {answers.counted(measureOf(answer.query), items[0]?.action.math ?? 'total')}
            </th>
            {withShare && (
              <th scope="col" class="number">
                {answers.share}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((item, index) => (
            <tr key={`${item.label}${item.compare_label ?? ''}`}>
              <td>
                <span class="share-name">{itemLabel(item, answer.query)}</span>
                {barred && <Bar of={numberOf(item) / most} colour={seriesBackground(index)} />}
              </td>
              <td class="number">{whole(numberOf(item))}</td>
              {withShare && <td class="number">{share(sum === 0 ? 0 : (100 * numberOf(item)) / sum)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Bar({ of, colour }: { readonly of: number; readonly colour: string }) {
  return (
    <span class="bar" aria-hidden="true">
      <i style={{ width: `${100 * of}%`, background: colour }} />
    </span>
  )
}

export function numberOf({ aggregated_value, count }: Item): number {
  return aggregated_value ?? count
}
