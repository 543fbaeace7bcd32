import type { Page } from 'playwright-core'

/**
 * Returns pairs of texts of a page that overlap. Texts that float over the page do not count, and neither do parts that
 * are cut off or scrolled out of view.
 */
export function overlappingTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    interface Shown {
      readonly text: string
      readonly element: Element
      readonly left: number
      readonly top: number
      readonly right: number
      readonly bottom: number
    }
    const floats = (element: Element): boolean => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        if (['fixed', 'sticky', 'absolute'].includes(getComputedStyle(at).position)) return true
      }
      return false
    }
    const shown: Shown[] = []
    const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode
      const element = node.parentElement
      if (
        !element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
        node.textContent?.trim() === '' ||
        floats(element)
      )
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const rect of range.getClientRects()) {
        let { left, top, right, bottom } = rect
        for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
          if (getComputedStyle(at).overflowX === 'visible') continue
          const edge = at.getBoundingClientRect()
          left = Math.max(left, edge.left)
          top = Math.max(top, edge.top)
          right = Math.min(right, edge.right)
          bottom = Math.min(bottom, edge.bottom)
        }
        if (right - left > 1 && bottom - top > 1)
          shown.push({ text: node.textContent?.trim().slice(0, 40) ?? '', element, left, top, right, bottom })
      }
    }
    shown.sort((one, other) => one.top - other.top)
    const found: string[] = []
    for (const [at, one] of shown.entries()) {
      for (const other of shown.slice(at + 1)) {
        if (other.top >= one.bottom) break
        if (one.element === other.element) continue
        const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
        const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
        // Line boxes are taller than their letters, so they may touch.
        if (width > 2 && height > 0.4 * Math.min(one.bottom - one.top, other.bottom - other.top))
          found.push(`“${one.text}” and “${other.text}” by ${Math.round(width)} × ${Math.round(height)}`)
      }
    }
    return found
  })
}
