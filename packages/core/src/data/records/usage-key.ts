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
export function keptUsageKey(before: Flag, next: Pick<Flag, 'key' | 'usageKey'>): string | null {
  return next.key === before.key ? next.usageKey : usageKeyOf(before)
}

/** Whether something is counted under a name, or may be: as that of a flag which had it as its key before (USAGE-71). */
export async function isCountedUnder(tx: ReadTransaction, projectId: number, name: string): Promise<boolean> {
  const [renamed, seen] = await Promise.all([
    tx.flags.listUsageKeys(projectId, [name]),
    tx.seenFlags.find(projectId, name),
  ])
  return seen !== undefined || renamed.some(({ usageKey, usageOrigin }) => usageKey === name || usageOrigin === name)
}

type Counted = Pick<Flag, 'key' | 'usageKey' | 'usageOrigin'>

/** No key has it, and no name of {@link freshUsageKey}. */
const RESET_SIGN = '#'
/** Each has sums of its own, so questions about a flag read as many names (USAGE-75). */
const MAX_EARLIER_NAMES = 20

/** The names of a flag whose use is counted from now on. The origin finds those before (USAGE-72). */
export function namesAfterReset(flag: Counted): Pick<Flag, 'usageKey' | 'usageOrigin'> {
  const { usageOrigin } = flag
  const origin = usageOrigin ?? usageKeyOf(flag)
  return { usageKey: `${origin}${RESET_SIGN}${resetsOf(flag) + 1}`, usageOrigin: origin }
}

/** The name that a flag is counted under, after those from before its resets; the last 20 of them. */
export function allUsageNames(flag: Counted): readonly string[] {
  const { usageOrigin } = flag
  if (usageOrigin === null) return [usageKeyOf(flag)]
  const resets = resetsOf(flag)
  const first = Math.max(0, resets - MAX_EARLIER_NAMES)
  return Array.from({ length: resets - first + 1 }, (_, index) =>
    first + index === 0 ? usageOrigin : `${usageOrigin}${RESET_SIGN}${first + index}`,
  )
}

/** What {@link Flag.usageOrigin} is of a flag that was ever counted under this name, if it was reset. */
export function originOfName(name: string): string {
  return name.split(RESET_SIGN, 1)[0] ?? name
}

function resetsOf(flag: Counted): number {
  return flag.usageOrigin === null ? 0 : Number(usageKeyOf(flag).slice(flag.usageOrigin.length + RESET_SIGN.length))
}

/** A name that nothing is counted under: no key has such a sign, and a key is given once at most at a version. */
export function freshUsageKey({ key, projectVersion }: Pick<NewFlag, 'key' | 'projectVersion'>): string {
  return `${key}@${projectVersion}`
}
