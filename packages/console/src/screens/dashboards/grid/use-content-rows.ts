import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ContentRows } from './boxes.ts'
import { GAP, PARTS, ROW } from './carrier.ts'

/** Measures the content of a tile whenever its size changes, until the returned function is called. */
export type MeasureContent = (id: number, content: HTMLElement) => () => void

/** How many rows the contents of the tiles need, in parts of rows, as they are measured. */
export function useContentRows(): { readonly rows: ContentRows; readonly measure: MeasureContent } {
  const [rows, setRows] = useState<ContentRows>(new Map())
  const [measure] = useState(() => measureInto(setRows))
  return { rows, measure }
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

/** Contents have one observer, which runs before the browser paints: measured one by one, each would need its own layout. */
function measureInto(change: (next: (rows: ContentRows) => ContentRows) => void): MeasureContent {
  // Bound: is as large as the dashboard.
  const ids = new Map<Element, number>()
  const observer = new ResizeObserver((entries) => {
    const measured = entries.flatMap(({ target }) => {
      const id = ids.get(target)
      return id === undefined ? [] : [[id, rowsOf(target as HTMLElement)] as const] // no others are observed
    })
    change((rows) =>
      measured.every(([id, needed]) => rows.get(id) === needed) ? rows : new Map([...rows, ...measured]),
    )
  })
  return (id, content) => {
    ids.set(content, id)
    observer.observe(content)
    return () => {
      observer.unobserve(content)
      ids.delete(content)
      change((rows) => new Map([...rows].filter(([other]) => other !== id)))
    }
  }
}

/** Below the content of a tile: its padding, and its borders. */
const BELOW = 14

function rowsOf(content: HTMLElement): number {
  const height = (content.parentElement?.offsetTop ?? 0) + content.offsetHeight + BELOW
  return Math.ceil(((height + GAP) * PARTS) / (ROW + GAP)) / PARTS
}
