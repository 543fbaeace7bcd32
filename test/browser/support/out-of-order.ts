import type { Page } from 'playwright-core'

/**
 * Returns pairs of consecutive elements in the tab order whose second element comes first in reading order: above the
 * first one in the same column, or left of it on the same line. Elements that float over the page, or are hidden until
 * they have the focus, are ignored.
 */
export function outOfOrder(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const focusable = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex]'
    const isInFlow = (element: Element): boolean => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        if (['fixed', 'absolute'].includes(getComputedStyle(at).position)) return false
      }
      return true
    }
    const stops = [...document.querySelectorAll<HTMLElement>(focusable)].filter(
      (element) => element.tabIndex >= 0 && element.checkVisibility() && isInFlow(element),
    )
    const named = (element: HTMLElement) => element.ariaLabel ?? element.textContent.trim().slice(0, 40)
    const jumps = stops.filter(({ tabIndex }) => tabIndex > 0).map((element) => `${named(element)} jumps the queue`)
    const backwards = stops.slice(1).flatMap((element, index) => {
      const before = stops[index]
      if (!before) return []
      const [from, to] = [before.getBoundingClientRect(), element.getBoundingClientRect()]
      const isAbove = to.bottom <= from.top && to.left < from.right
      const isLeft = to.right <= from.left && to.bottom > from.top && to.top < from.bottom
      return isAbove || isLeft ? [`${named(before)} → ${named(element)}`] : []
    })
    return [...jumps, ...backwards]
  })
}
