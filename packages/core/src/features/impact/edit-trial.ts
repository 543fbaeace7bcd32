import type { Flag } from '../../data/records/flag.ts'
import type { FlagDefinition } from '../../evaluation/definition/definitions.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { definitionOf, isPublished } from '../../runtime/snapshots/flag-definition.ts'
import type { ProjectSnapshot } from '../../runtime/snapshots/project-snapshot.ts'
import { storedNeeds } from '../persons/stored-needs.ts'
import { dependantsOf, withDependencies } from './dependants-of.ts'
import type { LookedUp } from './known-subjects.ts'
import { trialSnapshot } from './trial-snapshot.ts'

/** A flag as it is and as it would be, among the flags that look at it and those that it takes to evaluate them. */
export interface EditTrial {
  readonly now: TrialFlag
  readonly then: TrialFlag
  /** The flags that are on and look at it, by key. */
  readonly dependants: readonly FlagDefinition[]
  /** What has to be looked up about a person to evaluate all of them. */
  readonly needs: LookedUp
}

export interface TrialFlag {
  readonly snapshot: ProjectSnapshot
  /** What to ask the snapshot for: one that evaluation does not know may have the key of another that it knows. */
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

/** No flag has it, so that the answer is `false` (IMPACT-15). */
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
