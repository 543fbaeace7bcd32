import { useEffect, useState } from 'preact/hooks'

const TYPING_MS = 200

/** Returns the typed text, a moment after the last key. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const settling = setTimeout(() => setSettled(typed), TYPING_MS)
    return () => clearTimeout(settling)
  }, [typed])
  return settled
}
