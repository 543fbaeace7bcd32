import type { ItemStep, LoggedActivity, NewActivity, VersionStep } from '@flagdeck/core/store'
import type { Insertable, Selectable } from 'kysely'
import { documentFrom, timestampFrom } from '../column-values.ts'
import type { ActivityColumns, UserColumns } from '../schema.ts'
import { decodeText } from '../sql-value.ts'

export type ActivityRow = Selectable<Omit<ActivityColumns, 'user_id'>> & {
  readonly [Column in 'first_name' | 'email']: UserColumns[Column] | null
}

/** The selected columns of an entry (as `activity`) and of its user (as `user`). */
export const ENTRY_COLUMNS = [
  'activity.seq',
  'activity.id',
  'activity.project_id',
  'activity.verb',
  'activity.scope',
  'activity.item_id',
  'activity.detail',
  'activity.version',
  'activity.undo',
  'activity.state_before',
  'activity.walk',
  'activity.created_at',
  'user.first_name',
  'user.email',
] as const

export function activityFrom(row: ActivityRow): LoggedActivity {
  return {
    id: row.id,
    projectId: row.project_id,
    user: row.email === null ? null : { firstName: decodeText(row.first_name ?? ''), email: decodeText(row.email) },
    // Only verbs and scopes are written to these columns.
    verb: row.verb as LoggedActivity['verb'],
    scope: row.scope as LoggedActivity['scope'],
    itemId: decodeText(row.item_id),
    detail: documentFrom(row.detail),
    step: row.version === null ? null : { ...stepFrom({ ...row, version: row.version }), walk: row.walk ?? 0 },
    createdAt: timestampFrom(row.created_at),
  }
}

type StepRow = Pick<ActivityRow, 'undo' | 'state_before'> & { readonly version: number }

function stepFrom({ version, undo, state_before: before }: StepRow): Omit<VersionStep, 'walk'> {
  return {
    version,
    undo: undo === null ? null : documentFrom(undo),
    before: before === null ? null : documentFrom(before),
  }
}

export function itemStepFrom(row: Pick<ActivityRow, 'item_id' | 'version' | 'undo' | 'state_before'>): ItemStep {
  // The query compares it, so it is not null.
  return { itemId: decodeText(row.item_id), ...stepFrom({ ...row, version: row.version ?? 0 }) }
}

export function activityRowOf(activity: NewActivity): Insertable<ActivityColumns> {
  const { step } = activity
  return {
    id: activity.id,
    project_id: activity.projectId,
    user_id: activity.userId,
    verb: activity.verb,
    scope: activity.scope,
    item_id: activity.itemId,
    detail: JSON.stringify(activity.detail),
    version: step?.version ?? null,
    undo: step?.undo ? JSON.stringify(step.undo) : null,
    state_before: step?.before ? JSON.stringify(step.before) : null,
    walk: step?.walk ?? null,
    created_at: activity.createdAt,
  }
}
