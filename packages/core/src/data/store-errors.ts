/** The rules that only the database can keep when two writers race. */
export const UNIQUE_CONSTRAINTS = [
  'organizations_name',
  'projects_name',
  'projects_api_token',
  'projects_secret_api_token',
  'users_email',
  'memberships_pair',
  'personal_api_keys_secure_value',
  'roles_name',
  'role_memberships_pair',
  'flags_live_key',
  'flag_role_access_pair',
  'tiles_insight',
  'tiles_text',
  'insights_short_id',
  'dashboard_templates_live_name',
  'dashboard_collaborators_pair',
  'invitations_secure_token',
  'sessions_secure_value',
  'sign_in_links_secure_token',
  'openid_accounts_subject',
  'organizations_slug',
] as const

/** One of {@link UNIQUE_CONSTRAINTS}. */
export type UniqueConstraint = (typeof UNIQUE_CONSTRAINTS)[number]

/** The write would have made a second row where only one may be. The transaction is over. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation'
  readonly constraint: UniqueConstraint

  constructor(constraint: UniqueConstraint, cause?: unknown) {
    super(`unique constraint ${constraint} violated`, { cause })
    this.constraint = constraint
  }
}

/** Concurrent writers kept getting in each other's way although the store tried several times. */
export class SerializationFailure extends Error {
  override readonly name = 'SerializationFailure'

  constructor(cause?: unknown) {
    super('concurrent writes kept conflicting', { cause })
  }
}

/** The database cannot be reached, is locked, or does not answer in time. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  /** Whether it lasts until the database, or its address, is set up in another way. The message then contains the fix. */
  readonly isPermanent: boolean = false

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}

/** Whether the same work may succeed later: nothing is wrong with it. */
export function mayPass(error: unknown): error is StoreUnavailable | SerializationFailure {
  return error instanceof StoreUnavailable || error instanceof SerializationFailure
}

/** The database was migrated by a newer release than this one, and must not be touched. */
export class StoreTooNew extends Error {
  override readonly name = 'StoreTooNew'
}
