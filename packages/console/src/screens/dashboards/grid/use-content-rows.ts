import type { RefObject } from 'preact'
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ContentRows } from './boxes.ts'
import { GAP, PARTS, ROW } from './carrier.ts'

export interface MeasuredRows {
  readonly rows: ContentRows
  /** Reports the height that the content of a tile needs, in pixels; undefined: it fills any height. */
  readonly measure: (id: number, height: number | undefined) => void
}

/** How many rows the contents of the tiles need, in parts of rows, as they are measured. */
export function useContentRows(): MeasuredRows {
  const [rows, setRows] = useState<ContentRows>(new Map())
  const measure = useCallback((id: number, height: number | undefined) => {
    const needed = height === undefined ? undefined : Math.ceil(((height + GAP) * PARTS) / (ROW + GAP)) / PARTS
    setRows((before) => {
      if (before.get(id) === needed) return before
      const next = new Map(before)
      if (needed === undefined) next.delete(id)
      else next.set(id, needed)
      return next
    })
  }, [])
  return { rows, measure }
}

/** Below the content of a tile: its padding, and its borders. */
const BELOW = 14

/** Measures the content of a tile whenever its size changes. Observers run before the browser paints, so nothing jumps. */
export function useContentHeight(
  id: number,
  isMeasured: boolean,
  measure: MeasuredRows['measure'],
): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = content.current
    if (!element || !isMeasured) return measure(id, undefined)
    const report = () => {
      const body = element.parentElement
      measure(id, (body?.offsetTop ?? 0) + element.offsetHeight + BELOW)
    }
    report()
    const observer = new ResizeObserver(report)
    observer.observe(element)
    return () => observer.disconnect()
  }, [id, isMeasured, measure])
  return content
}
