import type { RenamedUsage } from '../../storage/flag-table.ts'
import type { ReadTransaction } from '../../storage/store.ts'

/** Turns the keys of flags into the names under which they are counted, and back (USAGE-70). */
export interface UsageNames {
  /** The names for some keys; a key that no flag has any more is no name where another flag is counted under it. */
  namesOf(keys: readonly string[]): Promise<readonly string[]>
  /** The key that a flag has today, by the name it is counted under. */
  keysOf(names: readonly string[]): Promise<(name: string) => string>
}

export function usageNames(tx: Pick<ReadTransaction, 'flags'>, projectId: number): UsageNames {
  return {
    async namesOf(keys) {
      const renamed = await tx.flags.listUsageKeys(projectId, keys)
      return keys.flatMap((key) => nameOf(key, renamed) ?? [])
    },
    async keysOf(names) {
      const renamed = await tx.flags.listUsageKeys(projectId, names)
      const keys = new Map(renamed.map(({ key, usageKey }) => [usageKey, key]))
      return (name) => keys.get(name) ?? name
    },
  }
}

function nameOf(key: string, renamed: readonly RenamedUsage[]): string | undefined {
  const holder = renamed.find((flag) => flag.key === key)
  if (holder) return holder.usageKey
  return renamed.some(({ usageKey }) => usageKey === key) ? undefined : key
}
