import type { PersonalApiKey } from './personal-api-key.ts'
import type { Session } from './session.ts'
import type { User } from './user.ts'

/** The caller of an operation. */
export type Actor = SystemActor | UserActor | ProjectSecretActor

/** The embedding application or the server itself, with all permissions. */
export interface SystemActor {
  readonly type: 'system'
}

/**
 * A user: through a personal API key, signed in to the console, or embedded. Without a key, `key` is null and only
 * roles count.
 */
export interface UserActor {
  readonly type: 'user'
  readonly user: User
  readonly key: Pick<
    PersonalApiKey,
    'id' | 'secureValue' | 'scopes' | 'scopedProjectIds' | 'scopedOrganizationIds' | 'expiresAt'
  > | null
  /** The browser session of the user; missing with a key, or when embedded. */
  readonly session?: Session
}

/** A server SDK with the secret token of one project. It may read definitions and remote configuration. */
export interface ProjectSecretActor {
  readonly type: 'project_secret'
  readonly projectId: number
}

/** The actor of embedding applications: it has all permissions, and activity entries name no user. */
export const SYSTEM: SystemActor = { type: 'system' }

/** Returns the user of an actor; null for the system and for SDKs. */
export function userOf(actor: Actor): User | null {
  return actor.type === 'user' ? actor.user : null
}
