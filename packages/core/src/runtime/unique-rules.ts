import { type UniqueConstraint, UniqueViolation } from '../data/store-errors.ts'
import { type DomainError, invalidInput } from '../foundation/errors/domain-error.ts'
import { violation } from '../foundation/validation/violation.ts'

/** The field and the message for each unique constraint. */
const UNIQUE_RULES: Readonly<Record<UniqueConstraint, { readonly attr: string; readonly detail: string }>> = {
  organizations_name: { attr: 'name', detail: 'There is already an organization with this name.' },
  organizations_slug: { attr: 'slug', detail: 'There is already an organization with this slug.' },
  projects_name: { attr: 'name', detail: 'There is already a project with this name.' },
  projects_api_token: { attr: 'apiToken', detail: 'There is already a project with this token.' },
  projects_secret_api_token: { attr: 'secretApiToken', detail: 'There is already a project with this secret token.' },
  users_email: { attr: 'email', detail: 'There is already a user with this email address.' },
  memberships_pair: { attr: 'userUuid', detail: 'This user is already a member of the organization.' },
  personal_api_keys_secure_value: { attr: 'value', detail: 'There is already a personal API key with this value.' },
  roles_name: { attr: 'name', detail: 'There is already a role with this name.' },
  role_memberships_pair: { attr: 'userUuid', detail: 'This user already has the role.' },
  flags_live_key: { attr: 'key', detail: 'There is already a feature flag with this key.' },
  tiles_insight: { attr: 'insight', detail: 'This insight is already on the dashboard.' },
  tiles_text: { attr: 'text', detail: 'This text card is already on the dashboard.' },
  insights_short_id: { attr: 'shortId', detail: 'There is already an insight with this short id.' },
  dashboard_templates_live_name: {
    attr: 'templateName',
    detail: 'A dashboard template with this name already exists for this project.',
  },
  dashboard_collaborators_pair: { attr: 'userUuid', detail: 'User already is a collaborator.' },
  sessions_secure_value: { attr: 'value', detail: 'There is already a session with this value.' },
  sign_in_links_secure_token: { attr: 'token', detail: 'There is already a sign-in link with this token.' },
  openid_accounts_subject: { attr: 'subject', detail: 'This account already belongs to a user.' },
  invitations_secure_token: { attr: 'token', detail: 'There is already an invitation with this token.' },
  flag_role_access_pair: { attr: 'roleId', detail: 'This role already has access to the feature flag.' },
}

/** Returns the violation for a unique constraint. */
export function notUnique(constraint: UniqueConstraint) {
  const { attr, detail } = UNIQUE_RULES[constraint]
  return violation(attr, 'unique', detail)
}

/** Returns the refusal of the input for a store's unique violation, and any other error unchanged. */
export function explainUniqueViolation(error: unknown): DomainError | unknown {
  return error instanceof UniqueViolation ? invalidInput([notUnique(error.constraint)], error) : error
}
