import { chartText } from '../../text/chart.ts'
import { whole } from '../number.ts'
import type { ChartProps } from './chart.tsx'
import { FlagLink } from './flag-link.tsx'
import { momentText } from './moment.ts'

interface Props extends Pick<ChartProps, 'title' | 'moments' | 'series'> {
  readonly summed: boolean
}

/** Shows the values of a chart, newest first, with totals if they may be added. */
export function ChartTable({ title, moments, series, summed }: Props) {
  const newestFirst = moments.map((moment, index) => ({ moment, index })).reverse()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled with the keyboard
    <section class="scroll chart-table" aria-label={title} tabIndex={0}>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{chartText.when}</th>
            {series.map(({ label, flag }) => (
              <th key={label} scope="col" class="number" dir="auto">
                {flag === undefined ? label : <FlagLink flagKey={flag}>{label}</FlagLink>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {newestFirst.map(({ moment, index }) => (
            <tr key={moment}>
              <td>{momentText(moment)}</td>
              {series.map(({ label, values }) => (
                <td key={label} class="number">
                  {values[index] === undefined ? '' : whole(values[index])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {summed && <Sums series={series} />}
      </table>
    </section>
  )
}

function Sums({ series }: Pick<Props, 'series'>) {
  return (
    <tfoot>
      <tr>
        <td>{chartText.total}</td>
        {series.map(({ label, values }) => (
          <td key={label} class="number">
            {whole(values.reduce((sum, value) => sum + value, 0))}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
