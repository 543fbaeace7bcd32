import type { SeededTenant } from '@flagdeck/core/fixtures'
import { type ReadTransaction, timestampOf } from '@flagdeck/core/store'
import { DASHBOARD_LOOK_UPS } from './dashboard-look-ups.ts'
import { USAGE_LOOK_UPS } from './usage-look-ups.ts'

export interface LookUp {
  readonly name: string
  readonly read: (tx: ReadTransaction, tenant: SeededTenant) => Promise<unknown>
  /**
   * The indexes by which the rows may be found, as a regular expression; the primary key of a table is `TABLE_pkey`.
   */
  readonly index: string
}

const FLAG = { scope: 'FeatureFlag', itemId: '1' } as const
const PAGE = { limit: 100, offset: 0 }
const NEWEST_FIRST = { order: { field: 'createdAt', descending: true } } as const

/** Reads that must stay fast for any amount of data, with their indexes. */
export const LOOK_UPS: readonly LookUp[] = [
  {
    name: 'a page of flags, newest first',
    read: (tx, { project }) => tx.flags.list(project.id, NEWEST_FIRST, PAGE),
    index: 'flags_live_created',
  },
  {
    name: 'a page of flags with an early access feature',
    read: (tx, { project }) =>
      tx.flags.list(project.id, { hasEarlyAccess: true, order: { field: 'id', descending: false } }, PAGE),
    index: 'flags_early_access',
  },
  {
    name: 'a flag by key',
    read: (tx, { project }) => tx.flags.findLiveByKey(project.id, 'flag'),
    index: 'flags_(live_)?key',
  },
  {
    name: 'all flags that ever had a key',
    read: (tx, { project }) => tx.flags.findAllByKey(project.id, 'flag'),
    index: 'flags_key',
  },
  {
    name: 'all flags that ever had one of some keys',
    read: (tx, { project }) => tx.flags.findAllByKeys(project.id, ['flag', 'other']),
    index: 'flags_key',
  },
  {
    name: 'live flags after a key',
    read: (tx, { project }) => tx.flags.listLiveAfter(project.id, 'flag', 10),
    index: 'flags_(live_)?key',
  },
  {
    name: 'keys of live flags after a key',
    read: (tx, { project }) => tx.flags.listLiveKeysAfter(project.id, 'flag', 10),
    index: 'flags_(live_)?key',
  },
  {
    name: 'flags that are counted under another name than their key',
    read: (tx, { project }) => tx.flags.listUsageKeys(project.id, ['flag', 'other']),
    index: 'flags_(usage_)?key',
  },
  {
    name: 'every live flag',
    read: (tx, { project }) => tx.flags.listLive(project.id),
    index: '(flags_(live_|changed)|sqlite_autoindex_flags)',
  },
  {
    name: 'what a snapshot has to catch up on',
    read: (tx, { project }) => tx.flags.changedSince(project.id, 1000),
    index: 'flags_changed',
  },
  {
    name: 'a page of all activity',
    read: (tx, { project }) => tx.activity.list(project.id, { scope: 'FeatureFlag' }, PAGE),
    index: 'activity_scope',
  },
  {
    name: 'the last page of all activity',
    read: (tx, { project }) => tx.activity.list(project.id, { scope: 'FeatureFlag' }, { limit: 10, offset: 290 }),
    index: 'activity_scope',
  },
  {
    name: 'a page of the activity of one flag',
    read: (tx, { project }) => tx.activity.list(project.id, { scope: 'FeatureFlag', itemId: '1' }, PAGE),
    index: 'activity_item',
  },
  {
    name: 'a page of the versions of one flag',
    read: (tx, { project }) => tx.activity.listVersions(project.id, FLAG, PAGE),
    index: 'activity_version',
  },
  {
    name: 'who made a version',
    read: (tx, { project }) => tx.activity.findVersion(project.id, FLAG, 20),
    index: 'activity_version',
  },
  {
    name: 'the way back to versions of several flags',
    read: (tx, { project }) =>
      tx.activity.stepsAfter(project.id, 'FeatureFlag', [
        { itemId: '1', version: 20 },
        { itemId: '2', version: 5 },
      ]),
    index: 'activity_version',
  },
  {
    name: 'a gap in the versions of a thing',
    read: (tx, { project }) => tx.activity.hasGapAfter(project.id, FLAG, 1, null),
    index: 'activity_item',
  },
  {
    name: 'how long the way back has grown',
    read: (tx, { project }) => tx.activity.walkOf(project.id, FLAG),
    index: 'activity_version',
  },
  {
    name: 'a project by its token',
    read: (tx) => tx.projects.findByApiToken('phc_token'),
    index: 'projects_api_token',
  },
  {
    name: 'a project by its secret token',
    read: (tx) => tx.projects.findBySecretApiToken('phs_token'),
    index: 'projects_secret_api_token',
  },
  {
    name: 'a project with the tags of two versions',
    read: (tx, { project }) => tx.projects.findTagged(project.id, 150),
    index: 'project_versions_pkey',
  },
  {
    name: 'the versions of some projects',
    read: (tx, { project }) => tx.projects.versions([project.id, 1]),
    index: 'project_versions_pkey',
  },
  {
    name: 'a personal API key by its hash',
    read: (tx) => tx.personalApiKeys.findBySecureValue('sha256$'),
    index: 'personal_api_keys_secure_value',
  },
  {
    name: 'a retired key by its hash',
    read: (tx) => tx.personalApiKeys.isRetired('sha256$'),
    index: 'retired_keys_pkey',
  },
  {
    name: 'the roles of a user',
    read: (tx, { organization, user }) => tx.roles.ofUser(organization.id, user.id),
    index: 'role_memberships_',
  },
  {
    name: 'which flags are open to some roles',
    read: (tx, { project }) => tx.flagRoleAccess.flagsOpenTo(project.id, [1, 2, 3], ['a', 'b']),
    index: 'flag_role_access_',
  },
  {
    name: 'a page of cohorts, newest first',
    read: (tx, { project }) => tx.cohorts.list(project.id, {}, PAGE),
    index: 'cohorts_live_created',
  },
  {
    name: 'a page of deleted cohorts',
    read: (tx, { project }) => tx.cohorts.list(project.id, { deleted: true }, PAGE),
    index: 'cohorts_deleted_created',
  },
  {
    name: 'a page of static cohorts',
    read: (tx, { project }) => tx.cohorts.list(project.id, { isStatic: true }, PAGE),
    index: 'cohorts_(live_created|live_structure|changed)',
  },
  {
    name: 'a page of the cohorts that a search finds',
    read: (tx, { project }) => tx.cohorts.list(project.id, { search: 'cohort' }, PAGE),
    index: 'cohorts_(live_created|live_structure|changed)',
  },
  {
    name: 'every live cohort',
    read: (tx, { project }) => tx.cohorts.listLive(project.id),
    index: '(cohorts_(live_|changed)|sqlite_autoindex_cohorts)',
  },
  {
    name: 'cohorts that a snapshot has to catch up on',
    read: (tx, { project }) => tx.cohorts.changedSince(project.id, 1000),
    index: 'cohorts_changed',
  },
  {
    name: 'a page of the members of a cohort',
    read: (tx, { project }) => tx.cohortMembers.list(project.id, 1, PAGE),
    index: 'cohort_members_pkey',
  },
  {
    name: 'the cohorts that a person is in',
    read: (tx, { project }) => tx.cohortMembers.cohortsOf(project.id, 'person', [1, 2, 3]),
    index: 'cohort_members_pkey',
  },
  {
    name: 'the cohorts that many persons are in',
    read: (tx, { project }) => tx.cohortMembers.cohortsOfEach(project.id, ['person', 'person-1'], [1, 2, 3]),
    index: 'cohort_members_pkey',
  },
  {
    name: 'a person by distinct id',
    read: (tx, { project }) => tx.persons.find(project.id, 'person'),
    index: 'persons_pkey',
  },
  {
    name: 'a page of all persons',
    read: (tx, { project }) => tx.persons.list(project.id, '', PAGE),
    index: 'persons_pkey',
  },
  {
    name: 'a page of persons by prefix',
    read: (tx, { project }) => tx.persons.list(project.id, 'person-1', PAGE),
    index: 'persons_pkey',
  },
  {
    name: 'persons by the beginning of their e-mail',
    read: (tx, { project }) => tx.persons.list(project.id, 'ana', PAGE),
    index: 'persons_found_by',
  },
  {
    name: 'the persons that come next in a walk',
    read: (tx, { project }) => tx.persons.after(project.id, 'person-1', 100),
    index: 'persons_pkey',
  },
  {
    name: 'a group by key',
    read: (tx, { project }) => tx.groups.find(project.id, 0, 'group'),
    index: 'groups_pkey',
  },
  {
    name: 'groups by the beginning of their name',
    read: (tx, { project }) => tx.groups.list(project.id, 0, 'acme', PAGE),
    index: 'groups_found_by',
  },
  {
    name: 'a page of groups by prefix',
    read: (tx, { project }) => tx.groups.list(project.id, 0, 'group-1', PAGE),
    index: 'groups_pkey',
  },
  {
    name: 'the groups that come next in a walk',
    read: (tx, { project }) => tx.groups.after(project.id, 0, 'group-1', 100),
    index: 'groups_pkey',
  },
  {
    name: 'the size of a part of the persons',
    read: (tx, { project }) => tx.persons.measureAfter(project.id, 'person-1', 100),
    index: 'persons_pkey',
  },
  {
    name: 'the size of a part of the groups',
    read: (tx, { project }) => tx.groups.measureAfter(project.id, 0, 'group-1', 100),
    index: 'groups_pkey',
  },
  {
    name: 'the hash-key overrides of a person',
    read: (tx, { project }) => tx.hashKeyOverrides.list(project.id, 'person'),
    index: 'hash_key_overrides_pkey',
  },
  {
    name: 'the hash-key overrides of many persons',
    read: (tx, { project }) => tx.hashKeyOverrides.listOfEach(project.id, ['person', 'person-1']),
    index: 'hash_key_overrides_pkey',
  },
  {
    name: 'a session by the hash of its value',
    read: (tx) => tx.sessions.findBySecureValue('session-7'),
    index: 'sessions_secure_value',
  },
  {
    name: 'the sessions of a user',
    read: (tx, { user }) => tx.sessions.list(user.id),
    index: 'sessions_user',
  },
  {
    name: 'a sign-in link by the hash of its token',
    read: (tx) => tx.signInLinks.findBySecureToken('link-7'),
    index: 'sign_in_links_secure_token',
  },
  {
    name: 'an account at a provider',
    read: (tx) => tx.openIdAccounts.find('https://id.flagdeck.test', 'subject-7'),
    index: 'openid_accounts_subject',
  },
  {
    name: 'the accounts of a user at providers',
    read: (tx, { user }) => tx.openIdAccounts.ofUser(user.id),
    index: 'openid_accounts_user',
  },
  {
    name: 'an invitation by the hash of its token',
    read: (tx) => tx.invitations.findBySecureToken('token-7'),
    index: 'invitations_secure_token',
  },
  {
    name: 'a page of open invitations',
    read: (tx, { organization }) => tx.invitations.listOpen(organization.id, { limit: 10, offset: 0 }),
    index: 'invitations_open',
  },
  {
    name: 'a page of what an organization remembers',
    read: (tx, { organization }) => tx.organizationActivity.list(organization.id, {}, { limit: 10, offset: 100 }),
    index: 'organization_activity_listed',
  },
  {
    name: 'what one user did to one record of an organization',
    read: (tx, { organization, user }) =>
      tx.organizationActivity.list(organization.id, { scopes: ['Role'], itemId: 'x', userId: user.id }, PAGE),
    index: 'organization_activity_listed',
  },
  {
    name: 'what happened to records of several kinds',
    read: (tx, { project }) => tx.activity.listMixed(project.id, { scopes: ['FeatureFlag', 'Role'] }, PAGE),
    index: 'activity_scope',
  },
  {
    name: 'what happened to records of several kinds with one id',
    read: (tx, { project }) => tx.activity.listMixed(project.id, { scopes: ['FeatureFlag'], itemId: '7' }, PAGE),
    index: 'activity_item',
  },
  {
    name: 'what one user did to records of several kinds',
    read: (tx, { project, user }) => tx.activity.listMixed(project.id, { scopes: ['Role'], userId: user.id }, PAGE),
    index: 'activity_user',
  },
  {
    name: 'what one user did to one record',
    read: (tx, { project, user }) =>
      tx.activity.listMixed(project.id, { scopes: ['FeatureFlag'], itemId: '7', userId: user.id }, PAGE),
    index: 'activity_user_item',
  },
  {
    name: 'the places of the activity of a range of time',
    read: (tx, { project }) => tx.activity.findRange(project.id, { from: timestampOf(0), to: timestampOf(1) }),
    index: 'activity_time',
  },
  {
    name: 'the newest activity of one record',
    read: (tx, { project }) =>
      tx.activity.listNewest(project.id, { before: 1000, scope: 'FeatureFlag', itemId: '7' }, 10),
    index: 'activity_item',
  },
  {
    name: 'persons by their e-mail',
    read: (tx, { project }) => tx.persons.afterByEmail(project.id, 'ana@flagdeck.test', '', 10),
    index: 'persons_found_by',
  },
  {
    name: 'ids of persons by several e-mails',
    read: (tx, { project }) => tx.persons.idsByEmail(project.id, ['ana@flagdeck.test', 'bo@flagdeck.test'], 201),
    index: 'persons_found_by',
  },
  {
    name: 'how many persons have an e-mail',
    read: (tx, { project }) => tx.persons.countByEmail(project.id, 'ana@flagdeck.test', 10),
    index: 'persons_found_by',
  },
  ...DASHBOARD_LOOK_UPS,
  ...USAGE_LOOK_UPS,
]
