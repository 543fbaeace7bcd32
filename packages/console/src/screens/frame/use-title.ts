import { useEffect, useRef } from 'preact/hooks'
import type { Heading } from './use-heading.ts'

const PRODUCT = 'Flagdeck'

/**
 * Returns a function that sets the page title to a heading and the places around it, the nearest first: "new-checkout ·
 * Flags · Example shop" (CONSOLE-145).
 */
export function useTitle(...around: readonly (string | undefined)[]): (heading: Heading) => void {
  const heading = useRef<string>(undefined)
  const name = () => {
    document.title = [...new Set([heading.current, ...around])].filter(Boolean).join(' · ')
  }
  useEffect(name, around)
  useEffect(
    () => () => {
      document.title = PRODUCT
    },
    [],
  )
  return ({ text }) => {
    heading.current = text
    name()
  }
}
