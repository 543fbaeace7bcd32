/** The rules that only the database can enforce when two writers race. */
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

/** A write would have created a second row where only one is allowed. The transaction has ended. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation'
  readonly constraint: UniqueConstraint

  constructor(constraint: UniqueConstraint, cause?: unknown) {
    super(`unique constraint ${constraint} violated`, { cause })
    this.constraint = constraint
  }
}

/** Concurrent writers conflicted repeatedly, although the store retried several times. */
export class SerializationFailure extends Error {
  override readonly name = 'SerializationFailure'

  constructor(cause?: unknown) {
    super('concurrent writes kept conflicting', { cause })
  }
}

/** The database cannot be reached, is locked, or does not respond in time. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  /**
   * Whether the outage lasts until the configuration of the database, or its address, is changed. The message then
   * contains the fix.
   */
  readonly isPermanent: boolean = false

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}

/** Whether the same work may succeed later because the error is temporary. */
export function mayPass(error: unknown): error is StoreUnavailable | SerializationFailure {
  return error instanceof StoreUnavailable || error instanceof SerializationFailure
}

/** The database was migrated by a newer release than this one, and must not be changed. */
export class StoreTooNew extends Error {
  override readonly name = 'StoreTooNew'
}
