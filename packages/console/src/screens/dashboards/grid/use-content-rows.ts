import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ContentRows } from './boxes.ts'
import { GAP, PARTS, ROW } from './carrier.ts'

/**
 * Measures the content of a tile when the grid is rendered and whenever its size changes, until the returned function
 * is called.
 */
export type MeasureContent = (id: number, content: HTMLElement) => () => void

/** Returns the number of rows that the contents of the tiles need, measured in parts of rows. */
export function useContentRows(): { readonly rows: ContentRows; readonly measure: MeasureContent } {
  const [rows, setRows] = useState<ContentRows>(new Map())
  const [contents] = useState(() => measuredContents(setRows))
  // Runs after the effects of the tiles: all new contents need only one layout, before the browser paints them.
  useLayoutEffect(contents.measureNew)
  return { rows, measure: contents.measure }
}

/** Measures the content of a tile, unless it fills any height. */
export function useContentHeight(
  id: number,
  fills: boolean,
  measure: MeasureContent,
): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (content.current && !fills ? measure(id, content.current) : undefined), [id, fills])
  return content
}

/**
 * Measures contents with one observer and together. If each was measured separately, each would need its own layout of
 * the page.
 */
function measuredContents(change: (next: (rows: ContentRows) => ContentRows) => void) {
  // Bound: is as large as the dashboard.
  const ids = new Map<Element, number>()
  // Bound: is as large as the dashboard.
  const unmeasured = new Set<Element>()
  const read = (contents: readonly Element[]) => {
    const measured = contents.flatMap((content) => {
      const id = ids.get(content)
      return id === undefined ? [] : [[id, rowsOf(content as HTMLElement)] as const] // no others are observed
    })
    change((rows) =>
      measured.every(([id, needed]) => rows.get(id) === needed) ? rows : new Map([...rows, ...measured]),
    )
  }
  const observer = new ResizeObserver((entries) => read(entries.map(({ target }) => target)))
  const measure: MeasureContent = (id, content) => {
    ids.set(content, id)
    unmeasured.add(content)
    observer.observe(content)
    return () => {
      observer.unobserve(content)
      unmeasured.delete(content)
      ids.delete(content)
      change((rows) => new Map([...rows].filter(([other]) => other !== id)))
    }
  }
  const measureNew = () => {
    const contents = [...unmeasured]
    unmeasured.clear()
    if (contents.length > 0) read(contents)
  }
  return { measure, measureNew }
}

/** The padding and the borders below the content of a tile. */
const BELOW = 14

function rowsOf(content: HTMLElement): number {
  const height = (content.parentElement?.offsetTop ?? 0) + content.offsetHeight + BELOW
  return Math.ceil(((height + GAP) * PARTS) / (ROW + GAP)) / PARTS
}
