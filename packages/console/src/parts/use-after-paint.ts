import { useEffect, useState } from 'preact/hooks'

/**
 * Returns a value one frame late: the browser paints the user's action before a screen renders its consequences. The
 * first value is returned immediately.
 */
export function useAfterPaint<Value>(value: Value): Value {
  const [painted, setPainted] = useState(() => value)
  useEffect(() => setPainted(() => value), [value])
  return painted
}
