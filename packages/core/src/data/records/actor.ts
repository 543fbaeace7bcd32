import type { PersonalApiKey } from './personal-api-key.ts'
import type { Session } from './session.ts'
import type { User } from './user.ts'

/** Who asks. */
export type Actor = SystemActor | UserActor | ProjectSecretActor

/** The embedding application or the server itself: may do everything. */
export interface SystemActor {
  readonly type: 'system'
}

/**
 * A person, through a personal API key, or directly: signed in to the console, or embedded. Then `key` is null and only
 * roles count.
 */
export interface UserActor {
  readonly type: 'user'
  readonly user: User
  readonly key: Pick<
    PersonalApiKey,
    'id' | 'secureValue' | 'scopes' | 'scopedProjectIds' | 'scopedOrganizationIds' | 'expiresAt'
  > | null
  /** The browser in which they are signed in; missing when they come by a key, or embedded. */
  readonly session?: Session
}

/** A server SDK with the secret token of one project: reads definitions and remote configuration. */
export interface ProjectSecretActor {
  readonly type: 'project_secret'
  readonly projectId: number
}

/** Whoever embeds Flagdeck: may do everything, and is nobody in the activity. */
export const SYSTEM: SystemActor = { type: 'system' }

/** The user behind an actor; null for the system and for SDKs. */
export function userOf(actor: Actor): User | null {
  return actor.type === 'user' ? actor.user : null
}
