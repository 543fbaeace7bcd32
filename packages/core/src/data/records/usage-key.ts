import type { FlagDefinition } from '../../evaluation/definition/definitions.ts'
import type { ReadTransaction } from '../store.ts'
import type { Flag, NewFlag } from './flag.ts'

/**
 * Returns the name under which the usage of a flag is counted. It is the flag's first key and does not change with the
 * key, so counts belong to the flag, even before they are written (USAGE-70).
 */
export function usageKeyOf({ key, usageKey }: Pick<Flag, 'key' | 'usageKey'>): string {
  return usageKey ?? key
}

/** Returns the name under which the usage of a flag is counted, from its definition. */
export function usageKeyOfDefinition({ key, usage_key: usageKey }: FlagDefinition): string {
  return usageKey ?? key
}

/**
 * Returns the `usageKey` of a flag after a change that may change its key. Counts under the previous key still belong
 * to it.
 */
export function keptUsageKey(before: Flag, next: Pick<Flag, 'key' | 'usageKey'>): string | null {
  return next.key === before.key ? next.usageKey : usageKeyOf(before)
}

/** Whether usage is or may be counted under a name, for example because a flag had it as its key before (USAGE-71). */
export async function isCountedUnder(tx: ReadTransaction, projectId: number, name: string): Promise<boolean> {
  const [renamed, seen] = await Promise.all([
    tx.flags.listUsageKeys(projectId, [name]),
    tx.seenFlags.find(projectId, name),
  ])
  return seen !== undefined || renamed.some(({ usageKey, usageOrigin }) => usageKey === name || usageOrigin === name)
}

type Counted = Pick<Flag, 'key' | 'usageKey' | 'usageOrigin'>

/** Separates the number of resets. No key contains it, nor does a name of {@link freshUsageKey}. */
const RESET_SIGN = '#'
/** The maximum number of earlier names that queries read, because each name has separate sums (USAGE-75). */
const MAX_EARLIER_NAMES = 20

/** Returns the names of a flag whose usage is counted from zero. The origin leads to the earlier counts (USAGE-72). */
export function namesAfterReset(flag: Counted): Pick<Flag, 'usageKey' | 'usageOrigin'> {
  const { usageOrigin } = flag
  const origin = usageOrigin ?? usageKeyOf(flag)
  return { usageKey: `${origin}${RESET_SIGN}${resetsOf(flag) + 1}`, usageOrigin: origin }
}

/** Returns the current usage name of a flag, preceded by the last 20 names from before its resets. */
export function allUsageNames(flag: Counted): readonly string[] {
  const { usageOrigin } = flag
  if (usageOrigin === null) return [usageKeyOf(flag)]
  const resets = resetsOf(flag)
  const first = Math.max(0, resets - MAX_EARLIER_NAMES)
  return Array.from({ length: resets - first + 1 }, (_, index) =>
    first + index === 0 ? usageOrigin : `${usageOrigin}${RESET_SIGN}${first + index}`,
  )
}

/** Returns the {@link Flag.usageOrigin} of a flag that was reset and was ever counted under this name. */
export function originOfName(name: string): string {
  return name.split(RESET_SIGN, 1)[0] ?? name
}

function resetsOf(flag: Counted): number {
  return flag.usageOrigin === null ? 0 : Number(usageKeyOf(flag).slice(flag.usageOrigin.length + RESET_SIGN.length))
}

/** Returns a name that is not in use: keys do not contain `@`, and a key is assigned at most once per version. */
export function freshUsageKey({ key, projectVersion }: Pick<NewFlag, 'key' | 'projectVersion'>): string {
  return `${key}@${projectVersion}`
}
