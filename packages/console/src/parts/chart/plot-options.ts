import uPlot from 'uplot'
import { short } from '../number.ts'
import type { ChartProps, Series } from './chart.tsx'
import { resolvedColour, resolvedSeriesColour, seriesRound } from './colours.ts'
import { axisText, placeAmong } from './moment.ts'

type Picture = Pick<ChartProps, 'moments' | 'series' | 'marks' | 'kind'>

type PointedPicture = Picture & {
  /** Receives the index of the moment at the cursor, also when the cursor moves within it. */
  readonly onPoint: (index: number | null) => void
}

/**
 * Returns the indexes of the moments, and a row for each series: first the bars, from the top of the stack, then the
 * lines.
 */
export function plotData(picture: Picture): uPlot.AlignedData {
  const places = picture.moments.map((_, index) => index)
  const rows = (series: readonly PlacedSeries[]) =>
    series.map(({ values }) => places.map((place) => values[place] ?? null))
  const { bars, lines } = drawnAs(picture)
  const stack = stacked(rows(bars).map((row) => row.map((value) => value ?? 0)))
  return [places, ...stack.reverse(), ...rows(lines)]
}

interface PlacedSeries extends Series {
  readonly place: number
}

/** Splits the series into bars and lines. A previous period is a line over the bars. */
function drawnAs({ series, kind }: Picture): Record<'bars' | 'lines', readonly PlacedSeries[]> {
  const all = series.map((each, index) => ({ ...each, place: each.colour ?? index }))
  const isBar = ({ isPrevious }: Series) => kind === 'bar' && !isPrevious
  return { bars: all.filter(isBar), lines: all.filter((each) => !isBar(each)) }
}

/** Returns each row plus the rows before it. */
function stacked(rows: readonly (readonly number[])[]): number[][] {
  const sums: number[][] = []
  for (const row of rows) sums.push(row.map((value, index) => value + (sums.at(-1)?.[index] ?? 0)))
  return sums
}

export function plotOptions(
  picture: PointedPicture,
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
    series: [{}, ...drawnSeries(picture, element)],
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

/** Returns 100, 200, 500, 1,000 and so on. */
function bigSteps(): number[] {
  return Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((factor) => factor * 10 ** (power + 2))).flat()
}

function drawnSeries(picture: Picture, element: Element): uPlot.Series[] {
  const { bars, lines } = drawnAs(picture)
  const surface = resolvedColour(element, 'var(--surface)')
  const asBars = bars.map(({ label, place }) =>
    barSeries(label, barFill(place, resolvedSeriesColour(element, place), surface)),
  )
  const asLines = lines.map((each) => lineSeries(each, resolvedSeriesColour(element, each.place)))
  // With a single moment there is no line, so its points are shown.
  const points = { show: picture.moments.length === 1, size: 7 }
  return [...asBars.reverse(), ...asLines.map((line) => ({ ...line, points }))]
}

/** A previous period is thinner than the series of the current period. */
function lineSeries({ label, place, isPrevious }: PlacedSeries, stroke: string): uPlot.Series {
  const dash = (isPrevious ? PREVIOUS_DASH : seriesRound(place)?.dash)?.map((length) => length * devicePixelRatio)
  return { label, stroke, width: isPrevious ? 1.5 : 2, points: { show: false }, ...(dash && { dash }) }
}

const PREVIOUS_DASH = [2, 4]

function barSeries(label: string, fill: string | CanvasPattern): uPlot.Series {
  const paths = uPlot.paths.bars?.({ size: [0.7, 40] })
  // A pattern is a valid canvas style, as a colour is.
  return { label, fill: () => fill, width: 0, points: { show: false }, ...(paths && { paths }) }
}

/** The width of the stripes and of the gaps between them, in canvas pixels. */
const STRIPE = 6

/** Returns the fill of bars, with stripes if another series has the plain colour (CONSOLE-134). */
function barFill(place: number, colour: string, surface: string): string | CanvasPattern {
  const round = seriesRound(place)
  if (round === undefined) return colour
  const tile = document.createElement('canvas')
  tile.width = STRIPE
  tile.height = STRIPE
  const context = tile.getContext('2d')
  if (!context) return colour
  context.fillStyle = colour
  context.fillRect(0, 0, STRIPE, STRIPE)
  context.fillStyle = surface
  context.fillRect(0, 0, STRIPE, STRIPE / 3)
  const pattern = context.createPattern(tile, 'repeat')
  pattern?.setTransform(new DOMMatrix().rotate(round.angle))
  return pattern ?? colour
}

/** Draws a dashed line at each change. */
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
