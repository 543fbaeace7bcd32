import type { Flag } from '../../../data/records/flag.ts'
import { TOMBSTONE } from '../../../data/records/tombstone-key.ts'
import { allUsageNames, originOfName, usageKeyOf } from '../../../data/records/usage-key.ts'
import type { ReadTransaction } from '../../../data/store.ts'
import type { RenamedUsage } from '../../../data/tables/flag-table.ts'

/** Converts the keys of flags to the names under which they are counted, and back (USAGE-70). */
export interface UsageNames {
  /**
   * Returns the names for some keys. A key that no flag has any more is not used as a name if another flag is counted
   * under it.
   */
  namesOf(keys: readonly string[]): Promise<readonly string[]>
  /** Returns a function that converts a name to the current key of its flag. */
  keysOf(names: readonly string[]): Promise<(name: string) => string>
}

type Flags = Pick<ReadTransaction, 'flags'>

export function usageNames(tx: Flags, projectId: number): UsageNames {
  return {
    async namesOf(keys) {
      const renamed = await tx.flags.listUsageKeys(projectId, keys)
      const live = await liveBesideDeleted(tx, projectId, renamed)
      return keys.flatMap((key) => live.get(key) ?? namesOf(key, renamed))
    },
    async keysOf(names) {
      const renamed = await tx.flags.listUsageKeys(projectId, [...new Set([...names, ...names.map(originOfName)])])
      const live = await liveBesideDeleted(tx, projectId, renamed)
      const own = renamed.filter(({ key, deleted }) => !deleted || !live.has(key))
      const keys = new Map(own.flatMap((flag) => allUsageNames(flag).map((name) => [name, flag.key])))
      return (name) => keys.get(name) ?? name
    },
  }
}

/**
 * Returns the name of one flag since its last reset. A deleted flag can have the key of a live one, and elsewhere the
 * key means the live one.
 */
export function usageNamesOf(flag: Pick<Flag, 'key' | 'usageKey'>): UsageNames {
  return { namesOf: async () => [usageKeyOf(flag)], keysOf: async () => () => flag.key }
}

/**
 * Returns the names of live flags whose keys are also those of deleted flags, by key: deleted flags can be given any
 * key.
 */
async function liveBesideDeleted(
  tx: Flags,
  projectId: number,
  renamed: readonly RenamedUsage[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const keys = new Set(renamed.flatMap(({ key, deleted }) => (deleted && !TOMBSTONE.test(key) ? [key] : [])))
  const names = new Map<string, readonly string[]>()
  for (const key of keys) {
    const holder = await tx.flags.findLiveByKey(projectId, key)
    if (holder) names.set(key, allUsageNames(holder))
  }
  return names
}

function namesOf(key: string, renamed: readonly RenamedUsage[]): readonly string[] {
  const holder = renamed.find((flag) => flag.key === key)
  if (holder) return allUsageNames(holder)
  return renamed.some(({ usageKey, usageOrigin }) => usageKey === key || usageOrigin === key) ? [] : [key]
}
