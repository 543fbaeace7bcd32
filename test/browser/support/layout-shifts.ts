import type { BrowserContext, Page } from 'playwright-core'

/** The layout shifts of a page since it was loaded, without those after user input. */
export interface LayoutShifts {
  readonly total: number
  /** The parts that moved, for messages of tests. */
  readonly moved: readonly string[]
}

interface Watched {
  shifts: { total: number; moved: string[] }
}

/** Records the layout shifts of all pages that are opened in the context from now on. */
export const watchShifts = (context: BrowserContext): Promise<unknown> => context.addInitScript(record)

/** Returns the layout shifts of the document that the page shows now. */
export const layoutShifts = (page: Page): Promise<LayoutShifts> =>
  page.evaluate(() => (window as unknown as Watched).shifts) // set by `record`

/** Runs in the page. */
function record(): void {
  interface LayoutShift extends PerformanceEntry {
    readonly value: number
    readonly hadRecentInput: boolean
    readonly sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  const shifts: Watched['shifts'] = { total: 0, moved: [] }
  Object.assign(window, { shifts })
  const name = (node: Node | null): string => {
    const element = node instanceof Element ? node : node?.parentElement
    return element
      ? `${element.tagName.toLowerCase()}.${element.className} "${element.textContent?.slice(0, 30)}"`
      : '?'
  }
  const box = ({ y, height }: DOMRect): string => `${Math.round(y)}+${Math.round(height)}`
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      if (hadRecentInput) continue
      shifts.total += value
      for (const { node, previousRect, currentRect } of sources) {
        shifts.moved.push(`${value.toFixed(3)} ${name(node)} ${box(previousRect)} to ${box(currentRect)}`)
      }
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
