import { useEffect, useState } from 'preact/hooks'

/**
 * A value, one frame late: the browser paints what the user has just done before a screen draws all that follows from it.
 * The value of the first time is there at once.
 */
export function useAfterPaint<Value>(value: Value): Value {
  const [painted, setPainted] = useState(() => value)
  useEffect(() => setPainted(() => value), [value])
  return painted
}
