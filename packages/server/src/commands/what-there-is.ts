import { closestName, didYouMean } from '@flagdeck/core/operations'

/** A sentence stays one where there are hundreds. */
const EXAMPLES = 5

/** The end of a sentence about an unknown name: the nearest one, or where none is near, some of those that there are. */
export function whatThereIs(written: string, known: readonly string[]): string {
  if (known.length === 0 || closestName(written, known) !== undefined) return didYouMean(written, known)
  const others = known.length > EXAMPLES ? ' and others' : ''
  return `: there ${known.length === 1 ? 'is' : 'are'} ${known.slice(0, EXAMPLES).join(', ')}${others}.`
}
