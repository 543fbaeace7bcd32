import { useEffect, useState } from 'preact/hooks'

/** The number of items that are rendered in one task, which takes well under 50 ms on a slow machine. */
const STEP = 6

/**
 * Returns how many items of a list are rendered: a few initially and more with each task, so that a list never blocks
 * the browser. It starts again with another question.
 */
export function useGrowing(question: string, most: number): number {
  const [drawn, setDrawn] = useState({ question, count: STEP })
  const count = drawn.question === question ? drawn.count : STEP
  useEffect(() => {
    if (count >= most) return undefined
    const next = setTimeout(() => setDrawn({ question, count: count + STEP }))
    return () => clearTimeout(next)
  }, [question, count, most])
  return count
}
