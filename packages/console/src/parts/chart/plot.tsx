import { useSignalEffect } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import type uPlot from 'uplot'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { chartText } from '../../text/chart.ts'
import { theme } from '../theme.ts'
import type { ChartProps } from './chart.tsx'
import { plotData, plotOptions } from './plot-options.ts'

interface Props extends ChartProps {
  readonly height: number
  /** Which moment is pointed at; null: none. */
  readonly onPoint: (index: number | null) => void
}

/** The picture of a chart. It is drawn anew when its data, its width or the theme change. */
export function Plot(props: Props) {
  const { title, moments, series, height, onPoint } = props
  const element = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const colours = useColours()
  useEffect(() => {
    if (!element.current) return
    const width = element.current.clientWidth
    const drawn = new UPlot(plotOptions(props, element.current, { width, height }), plotData(props), element.current)
    plot.current = drawn
    const resized = new ResizeObserver(([entry]) => {
      if (entry) drawn.setSize({ width: entry.contentRect.width, height })
    })
    resized.observe(element.current)
    return () => {
      resized.disconnect()
      drawn.destroy()
    }
  }, [colours, height, props.kind, JSON.stringify([moments, series, props.marks])])
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined || !plot.current) return
    event.preventDefault()
    pointAt(plot.current, (plot.current.cursor.idx ?? (step > 0 ? -1 : moments.length)) + step, moments.length)
  }
  return (
    <div
      ref={element}
      role="img"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read out the numbers that a mouse points at
      tabIndex={0}
      aria-label={`${title}. ${chartText.keys}.`}
      onKeyDown={move}
      onBlur={() => onPoint(null)}
    />
  )
}

function pointAt(plot: uPlot, wanted: number, count: number): void {
  const index = Math.min(Math.max(wanted, 0), count - 1)
  plot.setCursor({ left: plot.valToPos(index, 'x'), top: plot.bbox.height / 4 })
}

/** A number that is another one each time the colours on the screen change. */
function useColours(): number {
  const [turn, setTurn] = useState(0)
  const next = () => setTurn((last) => last + 1)
  useSignalEffect(() => {
    // Read for its changes: the attribute it stands in has just been set, or is about to be.
    if (theme.value) requestAnimationFrame(next)
  })
  useEffect(() => {
    const asked = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => matchMedia(query))
    for (const each of asked) each.addEventListener('change', next)
    return () => {
      for (const each of asked) each.removeEventListener('change', next)
    }
  }, [])
  return turn
}
