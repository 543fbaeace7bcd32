import type { Actor } from '../../data/records/actor.ts'
import { userOf } from '../../data/records/actor.ts'
import type { PersonalApiKey } from '../../data/records/personal-api-key.ts'
import type { Project } from '../../data/records/project.ts'
import type { Session } from '../../data/records/session.ts'
import type { User } from '../../data/records/user.ts'

/** Whether an actor used a credential that a write revokes (OUT-15). */
export type CameBy = (actor: Actor) => boolean

export function byKey(id: PersonalApiKey['id']): CameBy {
  return (actor) => actor.type === 'user' && actor.key?.id === id
}

export function bySession(id: Session['id']): CameBy {
  return (actor) => actor.type === 'user' && actor.session?.id === id
}

/** Matches all sessions of a user except `kept`. */
export function bySessionOf(uuid: User['uuid'], kept?: Session): CameBy {
  return (actor) => asUser(uuid)(actor) && actor.type === 'user' && !!actor.session && actor.session.id !== kept?.id
}

/** Matches all keys and sessions of a user. */
export function asUser(uuid: User['uuid']): CameBy {
  return (actor) => userOf(actor)?.uuid === uuid
}

/** Matches the secret token of a project. */
export function bySecretOf({ id }: Pick<Project, 'id'>): CameBy {
  return (actor) => actor.type === 'project_secret' && actor.projectId === id
}
