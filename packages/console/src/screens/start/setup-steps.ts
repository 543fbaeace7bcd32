import type { ListedFlag } from '../flags/listed-flag.ts'

export type SetupStep = 'create' | 'connect' | 'rollOut' | 'invite'

/** The state of a project, as far as the checklist depends on it. */
export interface ProjectState {
  readonly flags: readonly Pick<ListedFlag, 'active' | 'filters' | 'last_called_at'>[]
  /** Whether code calls a key that no flag has. */
  readonly hasUnknownCalls: boolean
  /** Members and pending invitations; null if the user cannot invite. */
  readonly members: number | null
}

/** Returns the steps of the checklist, in their order, and which are done (CONSOLE-370). */
export function setupSteps({ flags, hasUnknownCalls, members }: ProjectState): ReadonlyMap<SetupStep, boolean> {
  const steps = new Map<SetupStep, boolean>([
    ['create', flags.length > 0],
    ['connect', hasUnknownCalls || flags.some((flag) => flag.last_called_at !== null)],
    ['rollOut', flags.some(isRolledOut)],
  ])
  return members === null ? steps : steps.set('invite', members > 1)
}

/** Whether some users can get the flag. */
export function isRolledOut({ active, filters }: Pick<ListedFlag, 'active' | 'filters'>): boolean {
  return active && (filters.groups ?? []).some(({ rollout_percentage }) => rollout_percentage !== 0)
}
