import { setMeasure, type UsageMeasure, type UsageSource, type UserSetKey } from '../../../data/records/usage.ts'
import { PendingUsers } from './pending-users.ts'

/** The fields in which calls of one flag must agree to be counted together. */
export interface CellKey {
  readonly variant: string
  readonly measure: UsageMeasure
  readonly source: UsageSource
  readonly sdk: string
}

/** Calls of one flag with the same key, in one bucket or day. */
export interface UsageCell extends CellKey {
  count: number
  errors: number
  /** Shared by the cells of one variant and measure, because users count once for all sources and SDKs. */
  readonly users: PendingUsers
  /** The same for groups, by the index of their type. A flag is for one type at a time. */
  readonly groups: Map<number, PendingUsers>
}

/** Returns the groups of a type in a cell; an empty set is added if there is none. */
export function groupsIn({ groups }: UsageCell, groupTypeIndex: number): PendingUsers {
  const known = groups.get(groupTypeIndex) ?? new PendingUsers()
  groups.set(groupTypeIndex, known)
  return known
}

/** Users or groups on their way to the store, and the key of their set there. */
type PlacedSet = readonly [Pick<UserSetKey, 'variant' | 'measure'>, PendingUsers]

/** The calls of one flag in one bucket or day. There are few kinds of calls, so a linear search finds them. */
export class UsageCells {
  // Bound: is as large as the batch it is in
  readonly all: UsageCell[] = []

  /** Returns the cell of these calls, which is created if necessary. */
  at({ variant, measure, source, sdk }: CellKey): UsageCell {
    let sibling: UsageCell | undefined
    for (const cell of this.all) {
      if (cell.variant !== variant || cell.measure !== measure) continue
      if (cell.source === source && cell.sdk === sdk) return cell
      sibling = cell
    }
    const users = sibling?.users ?? new PendingUsers()
    // Bound: is as large as the batch it is in
    const groups = sibling?.groups ?? new Map<number, PendingUsers>()
    const cell: UsageCell = { variant, measure, source, sdk, count: 0, errors: 0, users, groups }
    this.all.push(cell)
    return cell
  }

  /** Returns every set of users and of groups, once. */
  sets(): readonly PlacedSet[] {
    const seen = new Set<PendingUsers>()
    const firsts = this.all.filter(({ users }) => seen.size < seen.add(users).size)
    return firsts.flatMap(setsOf).filter(([, set]) => !set.isEmpty)
  }
}

function setsOf({ variant, measure, users, groups }: UsageCell): readonly PlacedSet[] {
  const placed = (index: number | null, set: PendingUsers) =>
    [{ variant, measure: setMeasure(measure, index) }, set] as const
  return [placed(null, users), ...[...groups].map(([index, set]) => placed(index, set))]
}
