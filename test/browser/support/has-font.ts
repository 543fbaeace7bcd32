import type { Page } from 'playwright-core'

/** Whether a browser renders a font family instead of a substitute. */
export function hasFont(page: Page, family: string): Promise<boolean> {
  return page.evaluate((asked) => {
    const context = document.createElement('canvas').getContext('2d')
    const widthIn = (font: string) => {
      if (context) context.font = `72px ${font}`
      return context?.measureText('Wide or illicit').width
    }
    // A missing family has the width of its fallback, so its width differs between two fallbacks.
    return ['monospace', 'serif'].some((fallback) => widthIn(`${asked}, ${fallback}`) !== widthIn(fallback))
  }, family)
}
