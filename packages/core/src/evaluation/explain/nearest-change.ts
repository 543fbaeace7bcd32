import type { SnapshotParts } from '../compiled-snapshot.ts'
import type { Decision } from '../decision.ts'
import { candidateChanges } from './candidate-changes.ts'
import type { Change } from './change.ts'
import { type ChangeStep, stepText } from './change-step.ts'
import type { Explanation } from './explanation.ts'
import { decideIn, type Situation } from './situation.ts'

/** The least that would have to be different for the flag to answer something else. */
export interface NearestChange {
  /** All of them together; usually it is one. */
  readonly steps: readonly ChangeStep[]
  /** What the flag would answer: a variant's key, or whether it is on. */
  readonly answer: string | boolean
  /** The steps as a sentence. */
  readonly sentence: string
}

/** Finds the change of the fewest steps. The engine is asked about each, so what is found does change the answer. */
export function nearestChange(parts: SnapshotParts, now: Situation, tree: Explanation): NearestChange | null {
  const before = tree.decision
  const differs = (changes: readonly Change[]) => isOther(before, decideAfter(parts, now, changes))
  let nearest: readonly Change[] | undefined
  for (const candidate of candidateChanges(parts, now, tree)) {
    const isNearer = !nearest || candidate.length < nearest.length
    if (isNearer && differs(candidate)) nearest = withoutNeedless(candidate, differs)
  }
  return nearest ? described(nearest, decideAfter(parts, now, nearest)) : null
}

function decideAfter(parts: SnapshotParts, now: Situation, changes: readonly Change[]): Decision {
  return decideIn(
    parts,
    changes.reduce((situation, { apply }) => apply(situation), now),
  )
}

/** On rather than off or off rather than on; of who was held out, also on in another way. */
function isOther(before: Decision, after: Decision): boolean {
  if (after.failed) return false
  const wasHeldOut = before.reason.code === 'holdout_condition_value'
  return before.enabled !== after.enabled || (wasHeldOut && before.variant !== after.variant)
}

/** One change may do what another was meant for. */
function withoutNeedless(
  changes: readonly Change[],
  differs: (changes: readonly Change[]) => boolean,
): readonly Change[] {
  const rest = changes.find((change) => changes.length > 1 && differs(changes.filter((other) => other !== change)))
  return rest
    ? withoutNeedless(
        changes.filter((other) => other !== rest),
        differs,
      )
    : changes
}

function described(changes: readonly Change[], { enabled, variant }: Decision): NearestChange {
  const text = changes.map(({ step }) => stepText(step)).join(', and ')
  return {
    steps: changes.map(({ step }) => step),
    answer: variant ?? enabled,
    sentence: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
  }
}
