import { SCOPE_OBJECTS } from '@flagdeck/core/operations'
import type { Scope } from '@flagdeck/core/store'
import type { Caller } from '../support/caller.ts'
import type { World } from '../support/world.ts'

/** The permissions of members without a role level: edit all flags, view, edit by a role, edit one flag by a role. */
export type Standing = 'open' | 'looking' | 'with a role' | 'given the flag'

interface Asker {
  readonly standing: Standing
  caller(world: World): Caller | Promise<Caller>
}

const READING = SCOPE_OBJECTS.map((object): Scope => `${object}:read`)

/**
 * All callers, and the organization's setting for each. The creator has created the flag; the owner has created
 * everything else.
 */
export const ASKERS = {
  owner: { standing: 'looking', caller: ({ owner }) => owner },
  admin: { standing: 'looking', caller: ({ admin }) => admin },
  member: { standing: 'open', caller: ({ member }) => member },
  viewer: { standing: 'looking', caller: ({ member }) => member },
  editor: { standing: 'with a role', caller: ({ member }) => member },
  given: { standing: 'given the flag', caller: ({ member }) => member },
  creator: { standing: 'looking', caller: ({ colleague }) => colleague },
  'reading key': { standing: 'looking', caller: ({ owner, keyOf }) => keyOf(owner, READING) },
  'key for elsewhere': {
    standing: 'looking',
    caller: ({ owner, sister, keyOf }) => keyOf(owner, ['*'], { projectIds: [sister.id] }),
  },
} as const satisfies Readonly<Record<string, Asker>>

export type Who = keyof typeof ASKERS
export const EVERY_ASKER = Object.keys(ASKERS) as readonly Who[] // the keys of the callers

/** Callers who are admins or owners of the organization (PEOPLE-1). */
export const RUN: readonly Who[] = ['owner', 'admin']
/** Callers who decide which roles have access to the flag (ROLE-11). */
export const DECIDE: readonly Who[] = [...RUN, 'member', 'editor', 'creator']
/** Callers who may edit the flag (ROLE-7). */
export const EDIT: readonly Who[] = [...DECIDE, 'given']
/** Callers who may edit a flag that the owner created and that no role has access to. */
export const EDIT_OTHERS: readonly Who[] = [...RUN, 'member', 'editor']
/** All members, whatever their permissions for flags. */
export const MEMBERS: readonly Who[] = [...EDIT, 'viewer']
/** Callers with read access. */
export const LOOK: readonly Who[] = [...MEMBERS, 'reading key']
