import type { Output } from '../../api/call.ts'
import { connected } from '../../api/connection.ts'
import { openProject } from '../../session.ts'
import { edit } from '../../text/flag-edit.ts'

export type Flag = Output<'retrieveFlag'>

/** Returns the input of the endpoints of one flag. */
export function inputOf(id: number) {
  return { params: { project_id: openProject().id, id } }
}

/** Whether the signed-in user may edit a flag. */
export function mayChange({ can_edit }: Pick<Flag, 'can_edit'>): boolean {
  return can_edit
}

/** Whether the signed-in user can edit the flag now. */
export function canWrite(flag: Pick<Flag, 'can_edit'>): boolean {
  return mayChange(flag) && connected.value
}

/** Whether the flag is on. A deleted flag keeps its state, but is not on. */
export function isOn({ active, deleted }: Pick<Flag, 'active' | 'deleted'>): boolean {
  return active && !deleted
}

/** Returns the name of the user who last changed the flag. */
export function editorOf({ last_modified_by: user }: Flag): string {
  return personName(user) || edit.otherUser
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/** Whether the flag has calls or evaluations in the last seven days. */
export function wasCalledLately({ last_called_at: at }: Pick<Flag, 'last_called_at'>): boolean {
  return at !== null && Date.now() - Date.parse(at) < WEEK_MS
}

export interface Variant {
  readonly key: string
  readonly share: number
}

export function variantsOf({ filters }: Pick<Flag, 'filters'>): readonly Variant[] {
  return (filters.multivariate?.variants ?? []).map(({ key, rollout_percentage }) => ({
    key,
    share: rollout_percentage ?? 0,
  }))
}

export function personName(user: { readonly first_name: string; readonly email: string | null } | null): string {
  return user?.first_name || user?.email || ''
}
