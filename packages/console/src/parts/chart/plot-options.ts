import uPlot from 'uplot'
import { short } from '../number.ts'
import type { ChartProps } from './chart.tsx'
import { resolvedColour, resolvedSeriesColour, seriesRound } from './colours.ts'
import { axisText, placeAmong } from './moment.ts'

type Picture = Pick<ChartProps, 'moments' | 'series' | 'marks' | 'kind'> & {
  readonly onPoint: (index: number | null) => void
}

/** The moments by their place, and a row for each series; of bars each stands on those before it. */
export function plotData({ moments, series, kind }: Picture): uPlot.AlignedData {
  const places = moments.map((_, index) => index)
  if (kind !== 'bar') return [places, ...series.map(({ values }) => places.map((place) => values[place] ?? null))]
  return [places, ...stacked(series.map(({ values }) => places.map((place) => values[place] ?? 0))).reverse()]
}

/** Each row with those before it added up. */
function stacked(rows: readonly (readonly number[])[]): number[][] {
  const sums: number[][] = []
  for (const row of rows) sums.push(row.map((value, index) => value + (sums.at(-1)?.[index] ?? 0)))
  return sums
}

export function plotOptions(
  picture: Picture,
  element: Element,
  size: { readonly width: number; readonly height: number },
): uPlot.Options {
  const colour = (token: string) => resolvedColour(element, token)
  const axis = { stroke: colour('var(--quiet)'), font: `11px ${getComputedStyle(element).fontFamily}` }
  const grid = { stroke: colour('var(--hairline)'), width: 1 }
  return {
    ...size,
    legend: { show: false },
    padding: [8, 0, 0, 20],
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: {
      x: {
        time: false,
        range: (_, low, high) => (picture.kind === 'bar' || low === high ? [low - 0.5, high + 0.5] : [low, high]),
      },
      y: { range: (_, __, high) => [0, Math.max(1, high * 1.08)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        ticks: { show: false },
        size: 26,
        space: 64,
        incrs: [1, 2, 3, 6, 7, 14, 28, 56, 112],
        values: (_, places) => places.map((place) => momentAt(picture, place)),
      },
      {
        ...axis,
        side: 1,
        grid,
        ticks: { show: false },
        size: 44,
        incrs: [1, 2, 5, 10, 20, 50, ...bigSteps()],
        values: (_, values) => values.map(short),
      },
    ],
    series: [{}, ...drawnSeries(picture, (index) => resolvedSeriesColour(element, index))],
    hooks: {
      setCursor: [({ cursor }) => picture.onPoint(cursor.idx ?? null)],
      draw: [(plot) => drawMarks(plot, picture, colour('var(--quiet)'))],
    },
  }
}

function momentAt({ moments }: Picture, place: number): string {
  const moment = moments[place]
  return moment === undefined ? '' : axisText(moment)
}

/** 100, 200, 500, 1,000 and on. */
function bigSteps(): number[] {
  return Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((factor) => factor * 10 ** (power + 2))).flat()
}

function drawnSeries({ series, kind }: Picture, colourOf: (index: number) => string): uPlot.Series[] {
  const drawn = series.map(({ label }, index): uPlot.Series => {
    const stroke = colourOf(index)
    return kind === 'bar' ? barSeries(label, stroke) : lineSeries(label, stroke, index)
  })
  // A single moment makes no line.
  if (kind !== 'bar' && series[0]?.values.length === 1)
    return drawn.map((each) => ({ ...each, points: { show: true, size: 7 } }))
  return kind === 'bar' ? drawn.reverse() : drawn
}

function lineSeries(label: string, stroke: string, index: number): uPlot.Series {
  const dash = seriesRound(index)?.dash.map((length) => length * devicePixelRatio)
  return { label, stroke, width: 2, points: { show: false }, ...(dash && { dash }) }
}

/** Plain: no chart has more of them on top of each other than there are colours. */
function barSeries(label: string, stroke: string): uPlot.Series {
  const paths = uPlot.paths.bars?.({ size: [0.7, 40] })
  return { label, stroke, fill: stroke, width: 0, points: { show: false }, ...(paths && { paths }) }
}

/** A dashed line where something was changed. */
function drawMarks({ ctx, bbox, valToPos }: uPlot, { marks = [], moments }: Picture, colour: string): void {
  ctx.save()
  ctx.strokeStyle = colour
  ctx.lineWidth = devicePixelRatio
  ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio])
  for (const { at } of marks) {
    const place = placeAmong(moments, at)
    if (place === undefined) continue
    const x = Math.round(valToPos(place, 'x', true))
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
  }
  ctx.restore()
}
