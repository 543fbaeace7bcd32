import type { Value, Values } from './question.ts'

const POINTS_APART = 5

/** Throws an error unless both libraries give every value, `true`, `false` and each variant, about equally often. */
export function assertSimilarShares(flagdeck: readonly Values[], peer: readonly Values[]): void {
  const shares = { flagdeck: sharesOf(flagdeck), peer: sharesOf(peer) }
  for (const value of new Set([...shares.flagdeck.keys(), ...shares.peer.keys()])) {
    const percentages = [shares.flagdeck.get(value) ?? 0, shares.peer.get(value) ?? 0] as const
    if (Math.abs(percentages[0] - percentages[1]) > POINTS_APART) {
      const shown = percentages.map((percentage) => `${percentage.toFixed(1)} %`)
      throw new Error(`${value} is what ${shown.join(' and ')} of the decisions say`)
    }
  }
}

/** Returns the share of each value, in percent of all evaluations. */
function sharesOf(decided: readonly Values[]): Map<Value, number> {
  const values = decided.flatMap((values) => Object.values(values))
  const shares = new Map<Value, number>()
  for (const value of values) shares.set(value, (shares.get(value) ?? 0) + 100 / values.length)
  return shares
}
