import type { Flag } from '../../data/records/flag.ts'
import { setMeasure, USAGE_MEASURES, type UsageMeasure } from '../../data/records/usage.ts'
import { usageKeyOf } from '../../data/records/usage-key.ts'
import { conditionSetsOf, propertiesOf } from '../../evaluation/definition/filter-parts.ts'
import type { Subject } from '../../evaluation/definition/subject.ts'
import { addDays } from '../../foundation/time/calendar-day.ts'
import { localDay } from '../../foundation/time/time-zone.ts'
import { visitYielding } from '../../foundation/time/yield.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { isPublished } from '../../runtime/snapshots/flag-definition.ts'
import { UserSet } from '../../runtime/usage/user-set.ts'
import { type Transition, TransitionMatrix } from './transition-matrix.ts'

/** Estimates how many subjects an edit affects if none are stored, so that they cannot be counted (IMPACT-32). */
interface ChangeEstimate {
  /** Distinct users or groups of today and the six previous days, for the measure with more of them. */
  readonly users: number
  /** The number of those with a different result, by the share of sampled ids whose result changes. */
  readonly changed: number
  /** How many of those get each result before and after the edit, the largest number first (IMPACT-34). */
  readonly transitions: readonly EstimatedTransition[]
}

/** A transition without its subjects, which are sampled ids. */
type EstimatedTransition = Omit<Transition, 'sample'>

interface EstimatedEdit {
  readonly before: Flag
  readonly next: Flag
  /** The group type that the flag is rolled out by; null for persons. */
  readonly groupTypeIndex: number | null
  /** The name of that type. */
  readonly groupType: string | null
  /** Returns the results before and after the edit, for a subject of which only the id is known. */
  evaluate(subject: Subject): { readonly from: string; readonly to: string }
}

const DAYS = 7
/** The number of sampled ids. The estimated share is within 3 % of the share of all ids, for 95 of 100 edits. */
const SAMPLED_IDS = 1000

/** Returns the estimate; null when results depend on more than the id, or when no users were counted. */
export async function estimateChange(ctx: ProjectContext, edit: EstimatedEdit): Promise<ChangeEstimate | null> {
  if (looksBeyondIds(edit.before) || looksBeyondIds(edit.next)) return null
  const users = await recentUsers(ctx, edit)
  if (users === 0) return null
  const ids = Array.from({ length: SAMPLED_IDS }, (_, index) => `sampled-${index}`)
  const matrix = new TransitionMatrix()
  await visitYielding(ids, (id) => {
    const { from, to } = edit.evaluate(subjectOf(id, edit))
    matrix.add(from, to, id)
  })
  const { changed, transitions } = matrix.read()
  const ofUsers = (sampled: number) => Math.round((users * sampled) / SAMPLED_IDS)
  return {
    users,
    changed: ofUsers(changed),
    transitions: transitions.map(({ from, to, count }) => ({ from, to, count: ofUsers(count) })),
  }
}

function looksBeyondIds(flag: Flag): boolean {
  return (
    flag.active && isPublished(flag) && conditionSetsOf(flag.filters).some((group) => propertiesOf(group).length > 0)
  )
}

function subjectOf(id: string, { groupType }: EstimatedEdit): Subject {
  if (groupType === null) return { distinctId: id, deviceId: id }
  return { distinctId: '', groups: { [groupType]: id }, groupProperties: { [groupType]: {} } }
}

/** Reads the sets of one flag for seven days: its variants and those that it does not define, at 12 KiB each. */
async function recentUsers(ctx: ProjectContext, { before, groupTypeIndex }: EstimatedEdit): Promise<number> {
  const today = localDay(ctx.clock(), ctx.project.timezone)
  const range = { period: 'day', from: addDays(today, 1 - DAYS), until: addDays(today, 1) } as const
  const flagKeys = [usageKeyOf(before)]
  const sizeOf = async (measure: UsageMeasure) => {
    const query = { ...range, flagKeys, measure: setMeasure(measure, groupTypeIndex) }
    const sets = await ctx.store.read((tx) => tx.userSets.list(ctx.project.id, query))
    const users = UserSet.empty()
    await visitYielding(sets, (set) => void users.merge(UserSet.read(set.users)))
    return users.size
  }
  const sizes: number[] = []
  for (const measure of USAGE_MEASURES) sizes.push(await sizeOf(measure))
  return Math.max(...sizes)
}
