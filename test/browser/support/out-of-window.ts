import type { Locator } from 'playwright-core'

/**
 * Returns the parts of a dialog, menu or panel that are outside of its visible area: buttons of the footer, and
 * elements that are too wide.
 */
export function outOfWindow(root: Locator): Promise<readonly string[]> {
  return root.evaluate((element) => {
    const named = (it: Element) => it.outerHTML.slice(0, 120)
    const isWithin = ({ left, top, right, bottom }: DOMRect) =>
      left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5
    /** Whether an inner element scrolls it sideways or cuts it off. */
    const isCut = (it: Element): boolean => {
      for (let at = it.parentElement; at && at !== element; at = at.parentElement) {
        if (getComputedStyle(at).overflowX !== 'visible') return true
      }
      return false
    }
    const whole = isWithin(element.getBoundingClientRect()) ? [] : [`all of it: ${named(element)}`]
    const foot = [...element.querySelectorAll('.actions button')].filter((it) => !isWithin(it.getBoundingClientRect()))
    const frame = element.getBoundingClientRect()
    const wide = [...element.querySelectorAll('*')].filter((it) => {
      const { left, right, width } = it.getBoundingClientRect()
      return width > 1 && (left < frame.left - 0.5 || right > frame.right + 0.5) && !isCut(it)
    })
    const scrolls =
      element.scrollWidth > element.clientWidth
        ? [`scrolls sideways: ${element.scrollWidth} of ${element.clientWidth}`]
        : []
    return [...whole, ...foot.map((it) => `foot: ${named(it)}`), ...wide.map((it) => `wide: ${named(it)}`), ...scrolls]
  })
}
