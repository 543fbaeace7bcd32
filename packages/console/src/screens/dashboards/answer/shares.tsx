import { seriesColour } from '../../../parts/chart/colours.ts'
import { FlagLink } from '../../../parts/chart/flag-link.tsx'
import { share, whole } from '../../../parts/number.ts'
import { answers } from '../../../text/answers.ts'
import {
  type Answer,
  breakdownOf,
  countsUsers,
  flagOf,
  type Item,
  itemLabel,
  itemsOf,
  measureOf,
} from './answer-items.ts'
import { useItemColours } from './use-series-colours.ts'

interface Props {
  readonly answer: Answer
  readonly title: string
  /** Whether each number has a bar with a length relative to the largest number. */
  readonly barred: boolean
}

/** Shows one number for each item, the largest first. Users have no shares: one user can be in several items. */
export function Shares({ answer, title, barred }: Props) {
  const items = itemsOf(answer)
  const withShare = !countsUsers(items) && items.every(({ compare_label }) => compare_label === undefined)
  const colours = useItemColours(items, answer)
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
                <Name item={item} answer={answer} />
                {barred && (
                  <Bar
                    part={numberOf(item) / most}
                    colour={seriesColour(colours[index] ?? index)}
                    isPrevious={item.compare_label === 'previous'}
                  />
                )}
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

function Name({ item, answer }: { readonly item: Item; readonly answer: Answer }) {
  const label = itemLabel(item, answer.query)
  const flag = flagOf(item, answer.query)
  return (
    <span class="share-name" dir="auto">
      {flag === undefined ? label : <FlagLink flagKey={flag}>{label}</FlagLink>}
    </span>
  )
}

interface BarProps {
  readonly part: number
  readonly colour: string
  readonly isPrevious: boolean
}

function Bar({ part, colour, isPrevious }: BarProps) {
  return (
    <span class="bar" aria-hidden="true" data-previous={isPrevious || undefined}>
      <i style={{ width: `${100 * part}%`, background: colour }} />
    </span>
  )
}

export function numberOf({ aggregated_value, count }: Item): number {
  return aggregated_value ?? count
}
