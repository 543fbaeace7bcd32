import type { Activity, FieldChange, LoggedActivity } from '../../data/records/activity.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { isJsonObject, type JsonValue } from '../../foundation/json/json-value.ts'
import type { Page } from '../../foundation/pagination/page.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { toldActivity } from '../../runtime/history/told-activity.ts'
import { isSealed, REDACTED_PAYLOAD } from '../../runtime/secrets/payload-cipher.ts'

/**
 * Returns entries of flags as all readers may see them. If the payloads of a flag are encrypted now, entries do not
 * contain them, even if they were not encrypted when the entry was written (ACT-12).
 */
export async function toldFlagChanges(
  tx: ReadTransaction,
  { project }: Pick<ProjectContext, 'project'>,
  listed: Page<LoggedActivity>,
): Promise<Page<Activity>> {
  const { count, items } = await toldActivity(tx, project.id, { scope: 'FeatureFlag' }, listed)
  const ids = new Set(items.filter(tellsOfPayloads).map(({ itemId }) => Number(itemId)))
  const flags = await Promise.all([...ids].map((id) => tx.flags.find(project.id, id)))
  const encrypted = new Set(flags.flatMap((flag) => (flag?.hasEncryptedPayloads ? String(flag.id) : [])))
  return { count, items: items.map((entry) => withoutPayloads(entry, encrypted.has(entry.itemId))) }
}

function tellsOfPayloads({ detail }: Activity): boolean {
  return detail.changes.some(({ before, after }) => payloadsIn(before) !== null || payloadsIn(after) !== null)
}

function withoutPayloads(entry: Activity, isEncrypted: boolean): Activity {
  if (!tellsOfPayloads(entry)) return entry
  const hide = (value: JsonValue) => withHiddenPayloads(value, isEncrypted)
  const changes = entry.detail.changes.map(
    (change): FieldChange => ({ ...change, before: hide(change.before), after: hide(change.after) }),
  )
  return { ...entry, detail: { ...entry.detail, changes } }
}

/** Replaces payloads. Ciphertext is never returned, even if the flag is no longer encrypted. */
function withHiddenPayloads(filters: JsonValue, isEncrypted: boolean): JsonValue {
  const payloads = payloadsIn(filters)
  if (!payloads || !isJsonObject(filters)) return filters
  const told = Object.entries(payloads).map(([key, payload]): [string, JsonValue] => [
    key,
    isEncrypted || (typeof payload === 'string' && isSealed(payload)) ? REDACTED_PAYLOAD : (payload ?? null),
  ])
  return { ...filters, payloads: Object.fromEntries(told) }
}

/** Returns the payloads in the filters of a flag; null if there are none. */
function payloadsIn(value: JsonValue) {
  return isJsonObject(value) && isJsonObject(value.payloads) ? value.payloads : null
}
