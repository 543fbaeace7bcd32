import { Suspense } from 'preact/compat'
import { useId, useState } from 'preact/hooks'
import { chartText } from '../../text/chart.ts'
import { Guard } from '../guard.tsx'
import { lazy } from '../lazy.ts'
import { whole } from '../number.ts'
import './chart.css'
import { ChartTable } from './chart-table.tsx'
import { seriesBackground } from './colours.ts'
import { axisText, momentText } from './moment.ts'

/** One line or row of bars, in the order of the days. */
export interface Series {
  readonly label: string
  readonly values: readonly number[]
}

export interface ChartMark {
  readonly at: string
  readonly label: string
}

export interface ChartProps {
  readonly title: string
  /** What the picture shows, in one sentence. */
  readonly summary: string
  /** Dates or moments as the API says them, one for each value. */
  readonly moments: readonly string[]
  readonly series: readonly Series[]
  /** Where something was changed, with what to say of it. */
  readonly marks?: readonly ChartMark[]
  /** Lines when missing; bars stand on top of each other. */
  readonly kind?: 'line' | 'bar'
  /** Of the picture, in pixels. */
  readonly height?: number
  /** For a place that shows its own heading, such as a tile: the title is then for those alone who do not see it. */
  readonly hideTitle?: boolean
  /** Whether the numbers of several moments may be added: users may not, as somebody may be among them twice. */
  readonly summed?: boolean
}

// What draws is large, and not needed before there is something to draw.
const Plot = lazy(() => import('./plot.tsx').then((module) => module.Plot))

/** A chart: its title, its picture or the same as a table, and a sentence that says what it shows. */
export function Chart({ hideTitle = false, ...props }: ChartProps) {
  const { title, summary, height = 200, moments, series, marks = [], summed = true } = props
  const [asTable, setAsTable] = useState(false)
  const [at, setAt] = useState<number | null>(null)
  const heading = useId()
  return (
    <figure class="chart" aria-labelledby={heading}>
      <div class={hideTitle ? 'visually-hidden' : 'chart-title'} id={heading}>
        {title}
      </div>
      {asTable ? (
        <ChartTable title={title} moments={moments} series={series} summed={summed} />
      ) : (
        <>
          <div class="plot" style={{ height: `${height}px` }}>
            <Guard>
              <Suspense fallback={null}>
                <Plot {...props} height={height} onPoint={setAt} />
              </Suspense>
            </Guard>
          </div>
          <Legend moments={moments} series={series} at={at} />
        </>
      )}
      {marks.length > 0 && <Marks marks={marks} />}
      <figcaption class="row">
        <span class="grow quiet small">{summary}</span>
        <button type="button" class="button link" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? chartText.showPicture : chartText.showTable}
        </button>
      </figcaption>
    </figure>
  )
}

interface LegendProps extends Pick<ChartProps, 'moments' | 'series'> {
  /** The moment that is pointed at. */
  readonly at: number | null
}

/** The names of the colours, with the full numbers of the moment that is pointed at. It keeps its height. */
function Legend({ moments, series, at }: LegendProps) {
  const moment = at === null ? undefined : moments[at]
  return (
    <div class="legend small" aria-live="polite">
      {series.map(({ label, values }, index) => (
        <span key={label} class="legend-entry">
          <i style={{ background: seriesBackground(index) }} />
          <span class="legend-label">{label}</span>
          {at !== null && values[at] !== undefined && <b>{whole(values[at])}</b>}
        </span>
      ))}
      <span class="quiet legend-moment">{moment === undefined ? '' : momentText(moment)}</span>
    </div>
  )
}

const SHOWN_MARKS = 5

function Marks({ marks }: { readonly marks: readonly ChartMark[] }) {
  return (
    <ul class="marks small quiet" aria-label={chartText.changes}>
      {marks.slice(0, SHOWN_MARKS).map(({ at, label }) => (
        <li key={`${at}${label}`}>
          <time dateTime={at}>{`${momentText(at.slice(0, 10))}, ${axisText(at)}`}</time>: {label}
        </li>
      ))}
    </ul>
  )
}
