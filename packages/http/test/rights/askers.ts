import { SCOPE_OBJECTS } from '@flagdeck/core/operations'
import type { Scope } from '@flagdeck/core/store'
import type { Caller } from '../support/caller.ts'
import type { World } from '../support/world.ts'

/** What members without a level of their own may do: edit all flags, look, edit by a role, edit one flag by a role. */
export type Standing = 'open' | 'looking' | 'with a role' | 'given the flag'

interface Asker {
  readonly standing: Standing
  caller(world: World): Caller | Promise<Caller>
}

const READING = SCOPE_OBJECTS.map((object): Scope => `${object}:read`)

/** Everybody who asks, and in which organization. The flag is made by the creator, everything else by the owner. */
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
export const EVERY_ASKER = Object.keys(ASKERS) as readonly Who[] // its keys

/** Those who run the organization (PEOPLE-1). */
export const RUN: readonly Who[] = ['owner', 'admin']
/** Those who decide which roles have the flag (ROLE-11). */
export const DECIDE: readonly Who[] = [...RUN, 'member', 'editor', 'creator']
/** Those who may edit the flag (ROLE-7). */
export const EDIT: readonly Who[] = [...DECIDE, 'given']
/** Those who may edit a flag that was not given to a role, and that the owner made. */
export const EDIT_OTHERS: readonly Who[] = [...RUN, 'member', 'editor']
/** Members, whatever they may do with flags. */
export const MEMBERS: readonly Who[] = [...EDIT, 'viewer']
/** Whoever may look. */
export const LOOK: readonly Who[] = [...MEMBERS, 'reading key']
