import type { Output } from '../../api/call.ts'
import { connected } from '../../api/connection.ts'
import { openProject } from '../../session.ts'

export type Flag = Output<'retrieveFlag'>

/** What the endpoints of one flag are called with. */
export function inputOf(id: number) {
  return { params: { project_id: openProject().id, id } }
}

/** Whether the signed-in person may change a flag. */
export function mayChange({ can_edit }: Pick<Flag, 'can_edit'>): boolean {
  return can_edit
}

/** Whether the flag can be changed now. */
export function canWrite(flag: Pick<Flag, 'can_edit'>): boolean {
  return mayChange(flag) && connected.value
}

/** Whether anybody can get the flag: one that was deleted keeps what it was. */
export function isOn({ active, deleted }: Pick<Flag, 'active' | 'deleted'>): boolean {
  return active && !deleted
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
