import type { FlagDefinition } from '../../evaluation/definition/definitions.ts'
import type { ReadTransaction } from '../store.ts'
import type { Flag, NewFlag } from './flag.ts'

/**
 * The name under which the use of a flag is counted. It is the flag's first key and stays when the key changes, so that
 * numbers belong to the flag, wherever they wait to be written (USAGE-70).
 */
export function usageKeyOf({ key, usageKey }: Pick<Flag, 'key' | 'usageKey'>): string {
  return usageKey ?? key
}

/** The same of a flag's definition. */
export function usageKeyOfDefinition({ key, usage_key: usageKey }: FlagDefinition): string {
  return usageKey ?? key
}

/** The `usageKey` of a flag that may get another key: what was counted under the one before stays its own. */
export function keptUsageKey(before: Flag, next: Pick<Flag, 'key'>): string | null {
  return next.key === before.key ? before.usageKey : usageKeyOf(before)
}

/** Whether something is counted under a name, or may be: as that of a flag which had it as its key before (USAGE-71). */
export async function isCountedUnder(tx: ReadTransaction, projectId: number, name: string): Promise<boolean> {
  const [renamed, seen] = await Promise.all([
    tx.flags.listUsageKeys(projectId, [name]),
    tx.seenFlags.find(projectId, name),
  ])
  return seen !== undefined || renamed.some(({ usageKey }) => usageKey === name)
}

/** A name that nothing is counted under: no key has such a sign, and a key is given once at most at a version. */
export function freshUsageKey({ key, projectVersion }: Pick<NewFlag, 'key' | 'projectVersion'>): string {
  return `${key}@${projectVersion}`
}
