import type { Page } from 'playwright-core'

/** Returns the elements that extend beyond the right edge of the page and make it scroll sideways. */
export function tooWide(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter((it) => it.getBoundingClientRect().right > clientWidth)
    return [`${scrollWidth} of ${clientWidth}`, ...wide.map((it) => it.outerHTML.slice(0, 120))]
  })
}
