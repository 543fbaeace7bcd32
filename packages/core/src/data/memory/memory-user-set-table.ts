import { compareText } from '../../foundation/lists/compare-text.ts'
import type { StoredUserSet, UserSetQuery } from '../records/usage.ts'
import type { UserSetTable } from '../tables/user-set-table.ts'
import { type MemoryContext, referenced } from './memory-context.ts'
import { ofProject, userSetKey } from './usage-rows.ts'

export function memoryUserSetTable({ state }: MemoryContext): UserSetTable {
  const { userSets } = state
  return {
    async list(projectId, query) {
      const sets = userSets.all(ofProject(projectId, `${query.measure}/${query.period}/`))
      return sets.filter(isWanted(query)).sort(byPlace).map(handedOut)
    },
    // Writers run one after the other, so every row is already locked.
    lock: async (keys) => {
      const places = [...new Set(keys.map(userSetKey))].sort(compareText)
      return places.flatMap((place) => userSets.get(place) ?? []).map(handedOut)
    },
    async save(sets) {
      for (const set of sets) {
        referenced(state.projects.get(set.projectId), `project ${set.projectId}`)
        userSets.put(set)
      }
    },
    async deleteBefore(period, start, limit) {
      const old = userSets.all().filter((set) => set.period === period && set.start < start)
      return old.slice(0, limit).filter((set) => userSets.delete(userSetKey(set))).length
    },
  }
}

/** Returns a set with a copy of its bytes, because bytes cannot be frozen. */
function handedOut(set: StoredUserSet): StoredUserSet {
  return { ...set, users: set.users.slice() }
}

function isWanted({ from, until, flagKeys, variants }: UserSetQuery): (set: StoredUserSet) => boolean {
  return (set) =>
    set.start >= from &&
    set.start < until &&
    (flagKeys?.includes(set.flagKey) ?? true) &&
    (variants?.includes(set.variant) ?? true)
}

function byPlace(a: StoredUserSet, b: StoredUserSet): number {
  return compareText(a.start, b.start) || compareText(a.flagKey, b.flagKey) || compareText(a.variant, b.variant)
}
