import type { NewActivity } from '../data/records/activity.ts'
import type { CohortIndex, NewCohort } from '../data/records/cohort.ts'
import type { Flag, NewFlag } from '../data/records/flag.ts'
import { FLAG_FIELDS, initialFlag } from '../data/records/flag-fields.ts'
import type { FlagIndex } from '../data/records/flag-query.ts'
import type { NewFlagRoleAccess } from '../data/records/flag-role-access.ts'
import type { IdempotencyKey } from '../data/records/idempotency-key.ts'
import type { Invitation } from '../data/records/invitation.ts'
import type { Membership } from '../data/records/membership.ts'
import type { OpenIdAccount } from '../data/records/openid-account.ts'
import type { Organization } from '../data/records/organization.ts'
import type { NewOrganizationActivity } from '../data/records/organization-activity.ts'
import type { Group, Person } from '../data/records/person.ts'
import type { PersonalApiKey } from '../data/records/personal-api-key.ts'
import type { NewProject } from '../data/records/project.ts'
import type { Role, RoleMembership } from '../data/records/role.ts'
import type { Session, SignInLink } from '../data/records/session.ts'
import { USUAL_STALENESS } from '../data/records/staleness.ts'
import type { NewUser } from '../data/records/user.ts'
import { timestampOf } from '../foundation/time/timestamp.ts'
import { countingIds } from './counting-ids.ts'

/** The creation time of all built rows, unless the test sets one. */
export const BUILT_AT = timestampOf(Date.UTC(2026, 0, 1, 12))

/** A row of which only the listed columns are required; the builder sets the others. */
export type With<Row, Needed extends keyof Row> = Partial<Row> & Pick<Row, Needed>

const newId = countingIds()
let built = 0
// Names, tokens and addresses must differ between rows; their values do not matter.
const numbered = (word: string): string => `${word}-${++built}`

/** Returns the row of an organization, with default values for the columns that are not given. */
export function newOrganizationRow(overrides: Partial<Organization> = {}): Organization {
  return {
    id: newId(),
    name: numbered('organization'),
    slug: null,
    defaultFlagAccessLevel: null,
    createdAt: BUILT_AT,
    ...overrides,
  }
}

/** Returns the row of a project, with default values for the columns that are not given. */
export function newProjectRow(overrides: With<NewProject, 'organizationId'>): NewProject {
  return {
    uuid: newId(),
    name: numbered('project'),
    apiToken: numbered('phc_token'),
    secretApiToken: numbered('phs_token'),
    timezone: 'UTC',
    groupTypes: [],
    eventsAddGroupTypes: false,
    staleness: { ...USUAL_STALENESS },
    propertyMatchingVersion: 2,
    version: 1,
    createdAt: BUILT_AT,
    ...overrides,
  }
}

/** Returns the row of a user, with default values for the columns that are not given. */
export function newUserRow(overrides: Partial<NewUser> = {}): NewUser {
  const name = numbered('user')
  return {
    uuid: newId(),
    distinctId: name,
    firstName: name,
    lastName: '',
    email: `${name}@flagdeck.test`,
    isEmailVerified: null,
    createdAt: BUILT_AT,
    ...overrides,
  }
}

/** Returns the row of a membership, with default values for the columns that are not given. */
export function newMembershipRow(overrides: With<Membership, 'organizationId' | 'user'>): Membership {
  return { id: newId(), level: 1, joinedAt: BUILT_AT, updatedAt: BUILT_AT, ...overrides }
}

/** Returns the row of a personal API key, with default values for the columns that are not given. */
export function newPersonalApiKeyRow(overrides: With<PersonalApiKey, 'user'>): PersonalApiKey {
  return {
    id: newId(),
    label: numbered('key'),
    secureValue: numbered('sha256$'),
    maskValue: 'phx_...abcd',
    scopes: ['*'],
    scopedProjectIds: null,
    scopedOrganizationIds: null,
    createdAt: BUILT_AT,
    expiresAt: null,
    lastUsedAt: null,
    ...overrides,
  }
}

/** Returns the row of a session, with default values for the columns that are not given. */
export function newSessionRow(overrides: With<Session, 'user'>): Session {
  return {
    id: newId(),
    secureValue: numbered('sha256$'),
    method: 'link',
    browser: '',
    createdAt: BUILT_AT,
    lastUsedAt: BUILT_AT,
    expiresAt: BUILT_AT,
    ...overrides,
  }
}

/** Returns the row of a sign-in link, with default values for the columns that are not given. */
export function newSignInLinkRow(overrides: With<SignInLink, 'user'>): SignInLink {
  return {
    id: newId(),
    secureToken: numbered('sha256$'),
    createdAt: BUILT_AT,
    expiresAt: BUILT_AT,
    usedAt: null,
    ...overrides,
  }
}

/** Returns the row of an account at an OpenID provider, with default values for the columns that are not given. */
export function newOpenIdAccountRow(overrides: With<OpenIdAccount, 'user'>): OpenIdAccount {
  return {
    id: newId(),
    issuer: 'https://id.flagdeck.test',
    subject: numbered('subject'),
    createdAt: BUILT_AT,
    ...overrides,
  }
}

/** Returns the row of an invitation, with default values for the columns that are not given. */
export function newInvitationRow(overrides: With<Invitation, 'organizationId'>): Invitation {
  return {
    id: newId(),
    email: `${numbered('invited')}@flagdeck.test`,
    firstName: '',
    level: 1,
    roleIds: [],
    secureToken: numbered('sha256$'),
    createdBy: null,
    createdAt: BUILT_AT,
    expiresAt: BUILT_AT,
    acceptedAt: null,
    ...overrides,
  }
}

/** Returns the row of an idempotency key, with default values for the columns that are not given. */
export function newIdempotencyKeyRow(overrides: With<IdempotencyKey, 'organizationId'>): IdempotencyKey {
  return {
    scope: 'project/1/system',
    key: 'key',
    fingerprint: 'fingerprint',
    answer: '{}',
    createdAt: BUILT_AT,
    ...overrides,
  }
}

/** Returns the row of a role, with default values for the columns that are not given. */
export function newRoleRow(overrides: With<Role, 'organizationId'>): Role {
  return {
    id: newId(),
    name: numbered('role'),
    flagAccessLevel: 37,
    createdAt: BUILT_AT,
    createdBy: null,
    ...overrides,
  }
}

/** Returns the row of a member's role, with default values for the columns that are not given. */
export function newRoleMembershipRow(overrides: With<RoleMembership, 'roleId' | 'user'>): RoleMembership {
  return { id: newId(), joinedAt: BUILT_AT, updatedAt: BUILT_AT, ...overrides }
}

/** Returns the row of a flag, with default values for the columns that are not given. */
export function newFlagRow(overrides: With<NewFlag, 'projectId'>): NewFlag {
  return {
    ...initialFlag(),
    key: numbered('flag'),
    filters: { groups: [{ properties: [], rollout_percentage: 100 }] },
    createdBy: null,
    createdAt: BUILT_AT,
    lastModifiedBy: null,
    ...overrides,
  }
}

/** Returns another value for every field of a flag that an update may change, except for its author and last editor. */
export function exampleFlag(): Omit<Flag, 'id' | 'projectId' | 'createdBy' | 'lastModifiedBy'> {
  const { id: _, projectId: __, createdBy: ___, lastModifiedBy: ____, ...fields } = FLAG_FIELDS
  const examples = Object.entries(fields).map(([field, { example }]) => [field, structuredClone(example)])
  return Object.fromEntries(examples) as ReturnType<typeof exampleFlag> // all fields of the table except those four
}

/** Returns the search columns of a flag. A plain version for tests of stores; production uses `flagIndex`. */
export function newFlagIndex(
  flag: Pick<NewFlag, 'key' | 'name'> & { readonly owner?: string },
  overrides: Partial<FlagIndex> = {},
): FlagIndex {
  const keyLower = flag.key.toLowerCase()
  const searchText = `${keyLower} ${flag.name.toLowerCase()}`
  const ownerLower = (flag.owner ?? '').toLowerCase()
  const unread = { isMultivariate: false, isFullyRolledOut: false, structureBytes: 0 }
  return { searchText, keyLower, ownerLower, ...unread, ...overrides }
}

/** Returns the index columns of a cohort. */
export function newCohortIndex(nameLower: string, structureBytes = 0): CohortIndex {
  return { nameLower, structureBytes }
}

/** Returns the row of a role's access to a flag, with default values for the columns that are not given. */
export function newFlagRoleAccessRow(overrides: With<NewFlagRoleAccess, 'flagId' | 'roleId'>): NewFlagRoleAccess {
  return { addedAt: BUILT_AT, updatedAt: BUILT_AT, ...overrides }
}

/** Returns the row of an activity entry, with default values for the columns that are not given. */
export function newActivityRow(overrides: With<NewActivity, 'projectId'>): NewActivity {
  return {
    id: newId(),
    userId: null,
    verb: 'updated',
    scope: 'FeatureFlag',
    itemId: '1',
    detail: { changes: [], trigger: null, type: null, name: null, shortId: null },
    step: null,
    createdAt: BUILT_AT,
    ...overrides,
  }
}

/** Returns the row of an organization's activity entry, with default values for the columns that are not given. */
export function newOrganizationActivityRow(
  overrides: With<NewOrganizationActivity, 'organizationId'>,
): NewOrganizationActivity {
  return {
    id: newId(),
    userId: null,
    verb: 'updated',
    scope: 'Organization',
    itemId: '1',
    detail: { changes: [], trigger: null, type: null, name: null, shortId: null },
    createdAt: BUILT_AT,
    ...overrides,
  }
}

/** Returns the row of a cohort, with default values for the columns that are not given. */
export function newCohortRow(overrides: With<NewCohort, 'projectId'>): NewCohort {
  return {
    name: numbered('cohort'),
    description: '',
    isStatic: true,
    properties: {},
    deleted: false,
    createdBy: null,
    createdAt: BUILT_AT,
    version: 1,
    projectVersion: 1,
    ...overrides,
  }
}

/** Returns the row of a stored user, with default values for the columns that are not given. */
export function newPersonRow(overrides: With<Person, 'projectId'>): Person {
  return {
    distinctId: numbered('person'),
    properties: {},
    createdAt: BUILT_AT,
    updatedAt: BUILT_AT,
    ...overrides,
  }
}

/** Returns the row of a group, with default values for the columns that are not given. */
export function newGroupRow(overrides: With<Group, 'projectId'>): Group {
  return {
    groupTypeIndex: 0,
    key: numbered('group'),
    properties: {},
    createdAt: BUILT_AT,
    updatedAt: BUILT_AT,
    ...overrides,
  }
}
