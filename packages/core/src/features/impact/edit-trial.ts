import type { Flag } from '../../data/records/flag.ts'
import type { FlagDefinition } from '../../evaluation/definition/definitions.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { definitionOf, isPublished } from '../../runtime/snapshots/flag-definition.ts'
import type { ProjectSnapshot } from '../../runtime/snapshots/project-snapshot.ts'
import { storedNeeds } from '../persons/stored-needs.ts'
import { dependantsOf, withDependencies } from './dependants-of.ts'
import type { LookedUp } from './known-subjects.ts'
import { trialSnapshot } from './trial-snapshot.ts'

/** A flag before and after an edit, each in a snapshot with its dependents, and with all dependencies of these. */
export interface EditTrial {
  readonly now: TrialFlag
  readonly then: TrialFlag
  /** The enabled flags that depend on it, by key. */
  readonly dependants: readonly FlagDefinition[]
  /** The data of a person that must be looked up to evaluate all of them. */
  readonly needs: LookedUp
}

export interface TrialFlag {
  readonly snapshot: ProjectSnapshot
  /**
   * The key to evaluate in the snapshot. An unpublished flag has no key here, because a published flag may have the
   * same one.
   */
  readonly key: string
}

export function editTrial(ctx: ProjectContext, snapshot: ProjectSnapshot, before: Flag, next: Flag): EditTrial {
  const others = snapshot.flags.filter(({ id }) => id !== before.id)
  const dependants = dependantsOf(others, before.id)
  const trialOf = (flag: Flag): TrialFlag => {
    const own = isPublished(flag) ? [definitionOf(flag)] : []
    const flags = withDependencies(others, [...own, ...dependants])
    return { snapshot: trialSnapshot(ctx, snapshot, flags), key: own[0]?.key ?? NO_KEY }
  }
  const [now, then] = [trialOf(before), trialOf(next)]
  const needs = either(storedNeeds(now.snapshot), storedNeeds(then.snapshot))
  return { now, then, dependants, needs }
}

/** A key that no flag has, so that the result is `false` (IMPACT-15). */
const NO_KEY = ''

function either(one: LookedUp, other: LookedUp): LookedUp {
  const union = <T>(ofOne: readonly T[], ofOther: readonly T[]) => [...new Set([...ofOne, ...ofOther])]
  return {
    initialProperties: union(one.initialProperties, other.initialProperties),
    personMetadata: one.personMetadata || other.personMetadata,
    staticCohortIds: union(one.staticCohortIds, other.staticCohortIds),
    continuityKeys: union(one.continuityKeys, other.continuityKeys),
  }
}
