import { closestName, didYouMean } from '@flagdeck/core/operations'

/** Limits the error to one sentence when there are hundreds of names. */
const EXAMPLES = 5

/**
 * Returns the end of an error about an unknown name: the closest name, or if none is close, some of the available
 * names.
 */
export function listAvailable(written: string, known: readonly string[]): string {
  if (known.length === 0 || closestName(written, known) !== undefined) return didYouMean(written, known)
  const others = known.length > EXAMPLES ? ' and others' : ''
  return `; use one of: ${known.slice(0, EXAMPLES).join(', ')}${others}.`
}
