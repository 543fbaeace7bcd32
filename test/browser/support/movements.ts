import type { Page } from 'playwright-core'

/** Returns elements that are animated, or have a transition of more than `mostMs` milliseconds. */
export function movements(page: Page, mostMs: number): Promise<readonly string[]> {
  return page.evaluate((most) => {
    const longest = (durations: string) =>
      Math.max(...durations.split(',').map((each) => Number.parseFloat(each) * 1000))
    const parts = ['', '::before', '::after']
    const styles = [...document.querySelectorAll('*')].flatMap((element) =>
      parts.map((part) => ({ element, style: getComputedStyle(element, part || null) })),
    )
    return styles
      .filter(({ style }) => longest(style.transitionDuration) > most || style.animationName !== 'none')
      .map(
        ({ element, style }) => `${element.outerHTML.slice(0, 80)} ${style.transitionDuration} ${style.animationName}`,
      )
  }, mostMs)
}
