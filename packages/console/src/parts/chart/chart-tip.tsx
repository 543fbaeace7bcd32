import { useLayoutEffect, useRef } from 'preact/hooks'
import { chartText } from '../../text/chart.ts'
import { whole } from '../number.ts'
import type { ChartProps, Series } from './chart.tsx'
import { seriesBackground } from './colours.ts'
import { momentText } from './moment.ts'

/** The moment under the pointer, with its position in the window. */
export interface Point {
  readonly index: number
  readonly x: number
  readonly y: number
  /** Whether it was chosen with the keyboard: its values are then announced. */
  readonly isByKey: boolean
}

interface Props extends Pick<ChartProps, 'moments' | 'series'> {
  readonly point: Point | null
}

/** Pixels between the pointer and the tooltip. */
const DISTANCE = 14

/** Shows the date and every value of the moment under the pointer, next to the pointer (CONSOLE-303). */
export function ChartTip({ point, moments, series }: Props) {
  const tip = useRef<HTMLDivElement>(null)
  const moment = point === null ? undefined : moments[point.index]
  useLayoutEffect(() => {
    const element = tip.current
    if (!element) return
    if (!point || moment === undefined) return element.hidePopover()
    // Shown in the top layer, because tiles clip their overflow.
    if (!element.matches(':popover-open')) element.showPopover()
    const { width, height } = element.getBoundingClientRect()
    const isLeft = point.x + DISTANCE + width > innerWidth - 8
    const x = isLeft ? Math.max(8, point.x - DISTANCE - width) : point.x + DISTANCE
    const y = Math.max(8, Math.min(point.y - height / 2, innerHeight - height - 8))
    element.style.setProperty('inset', `${Math.round(y)}px auto auto ${Math.round(x)}px`)
  }, [point, moment])
  const values = point ? valuesAt(series, point.index) : []
  return (
    <>
      <div ref={tip} popover="manual" class="chart-tip small" aria-hidden="true">
        {moment !== undefined && <strong>{momentText(moment)}</strong>}
        {values.map(({ label, value, colour, isPrevious }) => (
          <div key={label} class="legend-entry" data-previous={isPrevious || undefined}>
            <i style={{ background: seriesBackground(colour) }} />
            <bdi class="legend-label">{label}</bdi>
            <b>{value}</b>
          </div>
        ))}
      </div>
      <p class="visually-hidden" aria-live="polite">
        {point?.isByKey &&
          moment !== undefined &&
          chartText.values(
            momentText(moment),
            values.map(({ label, value }) => [label, value] as const),
          )}
      </p>
    </>
  )
}

function valuesAt(series: readonly Series[], index: number) {
  return series.map(({ label, values, colour, isPrevious }, place) => {
    const value = values[index]
    return { label, colour: colour ?? place, isPrevious, value: value === undefined ? '–' : whole(value) }
  })
}
