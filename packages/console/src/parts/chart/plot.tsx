import { useSignalEffect } from '@preact/signals'
import { flushSync } from 'preact/compat'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { chartText } from '../../text/chart.ts'
import { theme } from '../theme.ts'
import type { ChartProps } from './chart.tsx'
import type { Point } from './chart-tip.tsx'
import { plotData, plotOptions } from './plot-options.ts'

interface Props extends ChartProps {
  /** Receives the moment under the pointer; null for none. */
  readonly onPoint: (point: Point | null) => void
}

/** Shows the plot of a chart. It is redrawn when its data or the theme changes, and resizes with its container. */
export function Plot(props: Props) {
  const { title, moments, series, onPoint } = props
  const element = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot>(undefined)
  const isByKey = useRef(false)
  const colours = useColours()
  const point = (index: number | null) => onPoint(plot.current ? pointOf(plot.current, index, isByKey.current) : null)
  // A layout effect, because printing does not wait for later effects.
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const size = { width: current.clientWidth, height: current.clientHeight }
    const drawn = new UPlot(plotOptions({ ...props, onPoint: point }, current, size), plotData(props), current)
    plot.current = drawn
    const resized = new ResizeObserver(([entry]) => {
      const { width, height } = entry?.contentRect ?? size
      if (width > 0 && (width !== drawn.width || height !== drawn.height)) drawn.setSize({ width, height })
    })
    resized.observe(current)
    return () => {
      resized.disconnect()
      plot.current = undefined
      drawn.destroy()
    }
  }, [colours, props.kind, JSON.stringify([moments, series, props.marks])])
  const move = (event: KeyboardEvent) => {
    if (!plot.current) return
    if (event.key === 'Escape') return leave()
    const index = nextIndex(event.key, plot.current.cursor.idx, moments.length)
    if (index === undefined) return
    event.preventDefault()
    isByKey.current = true
    plot.current.setCursor({ left: plot.current.valToPos(index, 'x'), top: plot.current.bbox.height / 4 })
  }
  const leave = () => {
    isByKey.current = false
    plot.current?.setCursor({ left: -10, top: -10 })
    onPoint(null)
  }
  return (
    <div
      ref={element}
      class="plot-area"
      role="img"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read out the values that a mouse points at
      tabIndex={0}
      aria-label={`${title}. ${chartText.keys}.`}
      onKeyDown={move}
      onPointerMove={() => {
        isByKey.current = false
      }}
      onBlur={leave}
    />
  )
}

function nextIndex(key: string, index: number | null | undefined, count: number): number | undefined {
  const wanted = {
    ArrowRight: (index ?? -1) + 1,
    ArrowLeft: (index ?? count) - 1,
    Home: 0,
    End: count - 1,
  }[key]
  return wanted === undefined ? undefined : Math.min(Math.max(wanted, 0), count - 1)
}

/** Returns the position of the plot's cursor in the window. */
function pointOf(plot: UPlot, index: number | null, isByKey: boolean): Point | null {
  const { left = -1, top = -1 } = plot.cursor
  if (index === null || left < 0) return null
  const over = plot.over.getBoundingClientRect()
  return { index, x: over.left + left, y: over.top + top, isByKey }
}

/** Returns a number that increases each time the displayed colours change. */
function useColours(): number {
  const [turn, setTurn] = useState(0)
  const next = () => setTurn((last) => last + 1)
  useSignalEffect(() => {
    // Read to subscribe to it: its attribute was just set, or is set next.
    if (theme.value) requestAnimationFrame(next)
  })
  useEffect(() => {
    const queries = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => matchMedia(query))
    for (const each of queries) each.addEventListener('change', next)
    // Pages are printed in light colours.
    const nextNow = () => flushSync(next)
    addEventListener('beforeprint', nextNow)
    addEventListener('afterprint', next)
    return () => {
      for (const each of queries) each.removeEventListener('change', next)
      removeEventListener('beforeprint', nextNow)
      removeEventListener('afterprint', next)
    }
  }, [])
  return turn
}
