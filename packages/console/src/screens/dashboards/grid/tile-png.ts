import { resolvedColour } from '../../../parts/chart/colours.ts'

/** The space around the image, and the height of a line of text, in CSS pixels. */
const SPACE = 16
const LINE = 22
const SWATCH = 10

/**
 * Returns the chart of a tile as an image: its title, its plot and its legend, in the size and theme of the screen.
 * Undefined if the tile has no plot.
 */
export async function pngOf(tile: HTMLElement): Promise<Blob | undefined> {
  const plot = tile.querySelector<HTMLCanvasElement>('.plot canvas')
  if (!plot) return undefined
  const width = plot.clientWidth
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) return undefined
  const { fontFamily } = getComputedStyle(tile)
  const entries = legendOf(tile)
  const font = (weight: number) => `${weight} 13px ${fontFamily}`
  context.font = font(400)
  const rows = legendRows(context, entries, width)
  const height = LINE + SPACE + plot.clientHeight + SPACE / 2 + rows.length * LINE
  canvas.width = (width + 2 * SPACE) * devicePixelRatio
  canvas.height = (height + 2 * SPACE) * devicePixelRatio
  context.scale(devicePixelRatio, devicePixelRatio)
  context.fillStyle = resolvedColour(tile, 'var(--surface)')
  context.fillRect(0, 0, width + 2 * SPACE, height + 2 * SPACE)
  context.translate(SPACE, SPACE)
  context.textBaseline = 'middle'
  const ink = resolvedColour(tile, 'var(--text)')
  context.fillStyle = ink
  context.font = font(600)
  context.fillText(tile.querySelector('h2')?.textContent ?? '', 0, LINE / 2, width)
  context.drawImage(plot, 0, LINE + SPACE, width, plot.clientHeight)
  context.translate(0, LINE + SPACE + plot.clientHeight + SPACE / 2)
  context.font = font(400)
  for (const [row, placed] of rows.entries()) {
    for (const { label, colour, x } of placed) {
      context.fillStyle = colour
      context.fillRect(x, row * LINE + (LINE - SWATCH) / 2, SWATCH, SWATCH)
      context.fillStyle = ink
      context.fillText(label, x + SWATCH + 6, row * LINE + LINE / 2, width - SWATCH - 6)
    }
  }
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'))
}

interface Entry {
  readonly label: string
  readonly colour: string
}

function legendOf(tile: HTMLElement): readonly Entry[] {
  return [...tile.querySelectorAll('.legend .legend-entry')].map((entry) => {
    const swatch = entry.querySelector('i')
    const { backgroundColor, backgroundImage } = getComputedStyle(swatch ?? entry)
    // Striped series have their colour in a gradient.
    const striped = /(?:oklch|rgba?|color)\([^)]*\)/.exec(backgroundImage)?.[0]
    return { label: entry.textContent ?? '', colour: striped ?? backgroundColor }
  })
}

/** Wraps the entries into rows, as the legend of the page does. */
function legendRows(context: CanvasRenderingContext2D, entries: readonly Entry[], width: number) {
  const rows: (Entry & { readonly x: number })[][] = []
  let x = Number.POSITIVE_INFINITY
  for (const entry of entries) {
    const length = SWATCH + 6 + context.measureText(entry.label).width
    if (x + length > width) {
      rows.push([])
      x = 0
    }
    rows.at(-1)?.push({ ...entry, x })
    x += length + SPACE
  }
  return rows
}
