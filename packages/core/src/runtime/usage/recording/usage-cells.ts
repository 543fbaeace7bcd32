import type { UsageMeasure, UsageSource } from '../../../data/records/usage.ts'
import { PendingUsers } from './pending-users.ts'

/** What calls of one flag have in common that are counted together. */
export interface CellKey {
  readonly variant: string
  readonly measure: UsageMeasure
  readonly source: UsageSource
  readonly sdk: string
}

/** Calls of one flag that are alike, in one bucket or day. */
export interface UsageCell extends CellKey {
  count: number
  errors: number
  /** Shared by the cells of one variant and measure: users are not told apart by where they were counted. */
  readonly users: PendingUsers
}

/** The calls of one flag in one bucket or day. There are few kinds of them, so they are looked for one after the other. */
export class UsageCells {
  // Bound: is as large as the batch it is in
  readonly all: UsageCell[] = []

  /** The cell of these calls, made when it is not there yet. */
  at({ variant, measure, source, sdk }: CellKey): UsageCell {
    let sibling: UsageCell | undefined
    for (const cell of this.all) {
      if (cell.variant !== variant || cell.measure !== measure) continue
      if (cell.source === source && cell.sdk === sdk) return cell
      sibling = cell
    }
    const users = sibling?.users ?? new PendingUsers()
    const cell: UsageCell = { variant, measure, source, sdk, count: 0, errors: 0, users }
    this.all.push(cell)
    return cell
  }

  /** One cell for each variant and measure: together they hold every set of users once. */
  withUsers(): readonly UsageCell[] {
    const seen = new Set<PendingUsers>()
    return this.all.filter(({ users }) => !users.isEmpty && seen.size < seen.add(users).size)
  }
}
