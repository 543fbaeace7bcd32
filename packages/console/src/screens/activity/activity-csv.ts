import { csvText } from '../../parts/csv.ts'
import { activityExport } from '../../text/activity.ts'
import { changeParts, changeText } from '../../text/change-parts.ts'
import type { Entry } from './entries.ts'

/** Returns entries as CSV. The changes have the same texts as in the list. */
export function csvOf(entries: readonly Entry[]): string {
  return csvText([activityExport.columns, ...entries.map(rowOf)])
}

function rowOf(entry: Entry): readonly (string | number)[] {
  const { created_at, scope, item_id, activity, detail, user, version } = entry
  const change = changeText(changeParts([entry]))
  return [
    created_at,
    scope,
    detail.name ?? '',
    item_id,
    activity,
    change,
    user.first_name,
    user.email ?? '',
    version ?? '',
  ]
}
