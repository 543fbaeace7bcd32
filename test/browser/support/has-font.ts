import type { Page } from 'playwright-core'

/** Whether a browser draws a family of fonts itself, and not another one in its stead. */
export function hasFont(page: Page, family: string): Promise<boolean> {
  return page.evaluate((asked) => {
    const context = document.createElement('canvas').getContext('2d')
    const widthIn = (font: string) => {
      if (context) context.font = `72px ${font}`
      return context?.measureText('Wide or illicit').width
    }
    // What stands in for a missing family is as wide as what it was told to fall back to, whichever that is.
    return ['monospace', 'serif'].some((fallback) => widthIn(`${asked}, ${fallback}`) !== widthIn(fallback))
  }, family)
}
