import { type Signal, useSignal } from '@preact/signals'
import { Suspense } from 'preact/compat'
import { useId, useRef, useState } from 'preact/hooks'
import { chartText } from '../../text/chart.ts'
import { Guard } from '../guard.tsx'
import { lazy } from '../lazy.ts'
import './chart.css'
import { ChartTable } from './chart-table.tsx'
import { ChartTip, type Point } from './chart-tip.tsx'
import { seriesBackground } from './colours.ts'
import { FlagLink } from './flag-link.tsx'
import { axisText, momentText } from './moment.ts'
import { useNear } from './use-near.ts'

/** One line or set of bars, in the order of the days. */
export interface Series {
  readonly label: string
  readonly values: readonly number[]
  /** Index of the colour; defaults to the position of the series. */
  readonly colour?: number
  /** Whether it is the previous period of another series: a dashed line, also over bars. */
  readonly isPrevious?: boolean
  /** Key of the flag that the series counts: the name of the series links to the flag. */
  readonly flag?: string
  /** Whether it is one value of a breakdown, which neither title nor summary names. */
  readonly isValue?: boolean
}

export interface ChartMark {
  readonly at: string
  readonly label: string
}

export interface ChartProps {
  readonly title: string
  /** Describes the chart in one sentence. */
  readonly summary: string
  /** Dates or moments as the API returns them, one for each value. */
  readonly moments: readonly string[]
  readonly series: readonly Series[]
  /** Changes of flags, with their descriptions. */
  readonly marks?: readonly ChartMark[]
  /** Lines by default; bars are stacked. */
  readonly kind?: 'line' | 'bar'
  /** Height of the plot in pixels, or `fill` for the height that its container leaves. */
  readonly height?: number | 'fill'
  /** For a place that has a heading, such as a tile: the title is then visually hidden. */
  readonly hideTitle?: boolean
  /** Whether values of several moments may be added. Counts of users may not: one user can be in several of them. */
  readonly summed?: boolean
}

// The plotting library is large, so it is loaded when there is something to draw.
const Plot = lazy(() => import('./plot.tsx').then((module) => module.Plot))

/** Shows a chart: its title, its plot or a table of its values, and a sentence that summarizes it. */
export function Chart({ hideTitle = false, ...props }: ChartProps) {
  const { title, summary, height = 200, moments, series, marks = [], summed = true } = props
  const [asTable, setAsTable] = useState(false)
  const heading = useId()
  return (
    <figure class={`chart ${height === 'fill' ? 'fill' : ''}`} aria-labelledby={heading}>
      <div class={hideTitle ? 'visually-hidden' : 'chart-title'} id={heading}>
        {title}
      </div>
      {asTable ? (
        <ChartTable title={title} moments={moments} series={series} summed={summed} />
      ) : (
        <>
          <Drawn {...props} height={height} />
          {!isNamed(series, `${title} ${summary}`) && <Legend series={series} />}
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

/** Shows the plot once it is near the window. Its place is reserved until then (CONSOLE-311). */
function Drawn(props: ChartProps & { readonly height: number | 'fill' }) {
  const element = useRef<HTMLDivElement>(null)
  const isNear = useNear(element)
  const point = useSignal<Point | null>(null)
  const { height } = props
  const show = (next: Point | null) => {
    point.value = next
  }
  return (
    <div ref={element} class="plot" style={height === 'fill' ? {} : { height: `${height}px` }}>
      {isNear && (
        <Guard>
          <Suspense fallback={null}>
            <Plot {...props} onPoint={show} />
          </Suspense>
        </Guard>
      )}
      <Pointed point={point} {...props} />
    </div>
  )
}

interface PointedProps extends Pick<ChartProps, 'moments' | 'series'> {
  readonly point: Signal<Point | null>
}

/** A separate component, so that only the tooltip is rendered while the pointer moves. */
function Pointed({ point, ...shown }: PointedProps) {
  return <ChartTip point={point.value} {...shown} />
}

/** Whether the title or the summary names the only series, so that a legend would repeat it. */
function isNamed([only, ...others]: readonly Series[], text: string): boolean {
  if (only === undefined || others.length > 0 || only.flag !== undefined || only.isValue) return false
  return text.toLowerCase().includes(only.label.toLowerCase())
}

/** Shows the names of the colours. Names of flags are links. Previous periods share one entry. */
function Legend({ series }: Pick<ChartProps, 'series'>) {
  const current = series.filter(({ isPrevious }) => !isPrevious)
  return (
    <ul class="legend small">
      {current.map(({ label, colour, flag }, index) => (
        <li key={label} class="legend-entry" title={label}>
          <i style={{ background: seriesBackground(colour ?? index) }} />
          <span class="legend-label" dir="auto">
            {flag === undefined ? label : <FlagLink flagKey={flag}>{label}</FlagLink>}
          </span>
        </li>
      ))}
      {current.length < series.length && (
        <li class="legend-entry quiet">
          <i class="dashes" />
          <span class="legend-label">{chartText.previous}</span>
        </li>
      )}
    </ul>
  )
}

const SHOWN_MARKS = 5

function Marks({ marks }: { readonly marks: readonly ChartMark[] }) {
  return (
    <ul class="marks small quiet" aria-label={chartText.changes}>
      {marks.slice(0, SHOWN_MARKS).map(({ at, label }) => (
        <li key={`${at}${label}`}>
          <time dateTime={at}>{`${momentText(at.slice(0, 10))}, ${axisText(at)}`}</time>: <bdi>{label}</bdi>
        </li>
      ))}
    </ul>
  )
}
