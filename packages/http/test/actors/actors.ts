import { SCOPE_OBJECTS } from '@flagdeck/core/operations'
import type { Scope } from '@flagdeck/core/store'
import { Caller } from '../support/caller.ts'
import type { Person } from '../support/world.ts'
import type { ProtectedWorld } from './protected-world.ts'

/** A caller without permission to change anything that is closed. */
export interface Actor {
  readonly name: string
  readonly caller: Caller
  /** The user whose permissions apply to operations of the library; undefined when there is no user. */
  readonly person?: Person
  /** Whether the actor may not change anything in the project, including open records. */
  readonly isPowerless: boolean
}

const READING = SCOPE_OBJECTS.map((object): Scope => `${object}:read`)

/** The names of the actors, in the order of {@link actorsOf}. */
export const ACTOR_NAMES = [
  'a member who may look',
  'a member with a role for one flag and an invitation to one dashboard',
  'a key that may only read',
  'a key for another project',
  'the owner of another organization',
  'the public token',
  'the secret token',
  'nobody',
] as const

export async function actorsOf(world: ProtectedWorld): Promise<readonly Actor[]> {
  const { api, owner, member, colleague, outsider, sister, project, keyOf, anonymous } = world
  const callers: Readonly<Record<(typeof ACTOR_NAMES)[number], Omit<Actor, 'name'>>> = {
    'a member who may look': { caller: member, person: member, isPowerless: false },
    'a member with a role for one flag and an invitation to one dashboard': {
      caller: colleague,
      person: colleague,
      isPowerless: false,
    },
    'a key that may only read': { caller: await keyOf(owner, READING), isPowerless: true },
    'a key for another project': {
      caller: await keyOf(owner, ['*'], { projectIds: [sister.id] }),
      isPowerless: true,
    },
    'the owner of another organization': { caller: outsider, isPowerless: true },
    'the public token': { caller: new Caller(api, project.apiToken), isPowerless: false },
    'the secret token': { caller: new Caller(api, project.secretApiToken), isPowerless: true },
    nobody: { caller: anonymous, isPowerless: true },
  }
  return ACTOR_NAMES.map((name) => ({ name, ...callers[name] }))
}
