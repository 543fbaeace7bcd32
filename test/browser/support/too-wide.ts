import type { Page } from 'playwright-core'

/** What reaches past the page's right edge and makes it scroll there. */
export function tooWide(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter((it) => it.getBoundingClientRect().right > clientWidth)
    return [`${scrollWidth} of ${clientWidth}`, ...wide.map((it) => it.outerHTML.slice(0, 120))]
  })
}
