import type { FlagFilters, Store } from '@flagdeck/core'
import {
  newOrganizationRow,
  newPersonalApiKeyRow,
  newProjectRow,
  newUserRow,
  seedFlag,
  seedTenant,
  seedUser,
} from '@flagdeck/core/fixtures'
import { expect } from 'vitest'
import { moment } from './moment.ts'
import { expectEachKept, expectKept } from './round-trip.ts'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

/** Text that an incorrect store may misread, fold, trim, escape or truncate. */
const TEXTS = [
  '',
  ' ',
  ' leading and trailing ',
  'tab\tline\nreturn\r\n',
  `quotes ' " \` and \\ and \\u0041 and %s $1 ?1 :name`,
  "'); drop table flags; --",
  'null',
  'NaN',
  'true',
  '0',
  '007',
  '1e5',
  '2026-01-01',
  '2026-01-01T00:00:00.000000Z',
  '{"a":1}',
  '[1,2]',
  '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
  '\u{10FFFF}\u{FFFF}\u{FEFF}',
  'e\u0301 is not é',
  'مرحبا שלום \u202Eabc',
  'İıſK',
  '\u2028\u2029\u0001\u007F',
  'long '.repeat(2000),
] as const

const MOMENTS = [
  '0001-01-01T00:00:00.000000Z',
  '0001-01-01T00:00:00.000001Z',
  '0099-12-31T23:59:59.999999Z',
  '1582-10-10T00:00:00.000000Z',
  '1969-12-31T23:59:59.999999Z',
  '1970-01-01T00:00:00.000000Z',
  '2024-02-29T12:34:56.123456Z',
  '2026-03-29T02:30:00.100000Z',
  '2038-01-19T03:14:08.000009Z',
  '9999-12-31T23:59:59.999999Z',
].map(moment)

export const valueRules: StoreRuleGroup = {
  title: 'values',
  about:
    'Every method returns the values that were written. Core rejects NUL and lone surrogates in plain text before they reach a store.',
  rules: [
    storeRule('STORE-120', 'text is returned unchanged, in every script and with any characters', async ({ store }) => {
      for (const [n, text] of TEXTS.entries()) {
        await expectKept(store, 'organization', { name: text })
        await expectKept(store, 'project', {
          name: text,
          timezone: text,
          groupTypes: [text, `${text}2`],
          uuid: uuid(n),
        })
        await expectKept(store, 'user', { firstName: text, lastName: text, distinctId: text })
        await expectKept(store, 'personalApiKey', { label: text, maskValue: text })
        await expectKept(store, 'invitation', { email: text, firstName: text })
        await expectKept(store, 'session', { browser: text })
        await expectKept(store, 'role', { name: text })
        await expectKept(store, 'flag', { name: text, tags: [text, `${text}2`], evaluationContexts: [text] })
        await expectKept(store, 'activity', {
          detail: { changes: [], trigger: text, type: text, name: text, shortId: text },
        })
        await expectKept(store, 'organizationActivity', {
          itemId: text.slice(0, 1000),
          detail: { changes: [], trigger: text, type: text, name: text, shortId: text },
        })
        await expectKept(store, 'cohort', { name: text, description: text, properties: { [text]: text } })
        // Longer keys do not fit into an index.
        const key = text.slice(0, 1000)
        await expectKept(store, 'person', { distinctId: key, properties: { [text]: text } })
        await expectKept(store, 'group', { key, properties: { [text]: text } })
        await expectDashboardTextKept(store, text)
      }
    }),

    storeRule(
      'STORE-121',
      'every kind of row stores its times with microsecond precision, from year 1 to 9999',
      async ({ store }) => {
        for (const at of MOMENTS) {
          await expectKept(store, 'organization', { createdAt: at })
          await expectKept(store, 'project', { createdAt: at })
          await expectKept(store, 'user', { createdAt: at })
          await expectKept(store, 'membership', { joinedAt: at, updatedAt: at })
          await expectKept(store, 'personalApiKey', { createdAt: at, expiresAt: at, lastUsedAt: at })
          await expectKept(store, 'invitation', { createdAt: at, expiresAt: at, acceptedAt: at })
          await expectKept(store, 'session', { createdAt: at, lastUsedAt: at, expiresAt: at })
          await expectKept(store, 'signInLink', { createdAt: at, expiresAt: at, usedAt: at })
          await expectKept(store, 'role', { createdAt: at })
          await expectKept(store, 'roleMembership', { joinedAt: at, updatedAt: at })
          await expectKept(store, 'flag', { createdAt: at, updatedAt: at, lastCalledAt: at })
          await expectKept(store, 'flagRoleAccess', { addedAt: at, updatedAt: at })
          await expectKept(store, 'activity', { createdAt: at })
          await expectKept(store, 'organizationActivity', { createdAt: at })
          await expectKept(store, 'cohort', { createdAt: at })
          await expectKept(store, 'person', { createdAt: at, updatedAt: at })
          await expectKept(store, 'group', { createdAt: at, updatedAt: at })
          await expectKept(store, 'dashboard', { createdAt: at, lastAccessedAt: at })
          await expectKept(store, 'textCard', { lastModifiedAt: at })
          await expectKept(store, 'insight', { createdAt: at, updatedAt: at, lastModifiedAt: at })
          await expectKept(store, 'dashboardTemplate', { createdAt: at })
          await expectKept(store, 'dashboardCollaborator', { addedAt: at, updatedAt: at })
        }
      },
    ),

    storeRule('STORE-122', 'the times of one row are stored separately', async ({ store }) => {
      const [one, two, three] = [moment('2026-01-01'), moment('2026-01-02'), moment('2026-01-03')]
      await expectKept(store, 'membership', { joinedAt: one, updatedAt: two })
      await expectKept(store, 'personalApiKey', { createdAt: one, expiresAt: two, lastUsedAt: three })
      await expectKept(store, 'roleMembership', { joinedAt: one, updatedAt: two })
      await expectKept(store, 'invitation', { createdAt: one, expiresAt: two, acceptedAt: three })
      await expectKept(store, 'session', { createdAt: one, lastUsedAt: two, expiresAt: three })
      await expectKept(store, 'signInLink', { createdAt: one, expiresAt: two, usedAt: three })
      await expectKept(store, 'flag', { createdAt: one, updatedAt: two, lastCalledAt: three })
      await expectKept(store, 'flagRoleAccess', { addedAt: one, updatedAt: two })
      await expectKept(store, 'person', { createdAt: one, updatedAt: two })
      await expectKept(store, 'group', { createdAt: one, updatedAt: two })
      await expectKept(store, 'dashboard', { createdAt: one, lastAccessedAt: two })
      await expectKept(store, 'insight', { createdAt: one, updatedAt: two, lastModifiedAt: three })
      await expectKept(store, 'dashboardCollaborator', { addedAt: one, updatedAt: two })
    }),

    storeRule(
      'STORE-123',
      'null, false, zero and empty values are distinguished in every column',
      async ({ store }) => {
        await expectEachKept(store, 'organization', { defaultFlagAccessLevel: [null, 21, 37] })
        await expectEachKept(store, 'user', { isEmailVerified: [null, false, true], lastName: ['', 'x'] })
        await expectEachKept(store, 'personalApiKey', {
          scopedProjectIds: [null, [], [3, 1, 2]],
          scopedOrganizationIds: [null, [], ['b', 'a']],
          scopes: [[], ['*'], ['feature_flag:write', 'feature_flag:read']],
          expiresAt: [null],
          lastUsedAt: [null],
        })
        await expectEachKept(store, 'role', { flagAccessLevel: [21, 37], createdBy: [null, await seedUser(store)] })
        await expectEachKept(store, 'project', {
          groupTypes: [[], [''], ['b', 'a', 'b'], [null, 'a']],
          eventsAddGroupTypes: [false, true],
          staleness: [
            { notCalledDays: 1, neverCalledDays: 2, rolledOutDays: 3 },
            { notCalledDays: null, neverCalledDays: null, rolledOutDays: null },
          ],
          propertyMatchingVersion: [1, 2],
          version: [1, 5],
        })
        await expectEachKept(store, 'membership', { level: [1, 8, 15] })
        await expectEachKept(store, 'invitation', {
          level: [1, 8, 15],
          roleIds: [[], ['b', 'a']],
          createdBy: [null, await seedUser(store)],
          acceptedAt: [null],
        })
        await expectEachKept(store, 'session', { method: ['link', 'password', 'invitation', 'openid'] })
        await expectEachKept(store, 'signInLink', { usedAt: [null] })
        await expectEachKept(store, 'organizationActivity', {
          userId: [null],
          verb: ['created', 'updated', 'deleted'],
          scope: ['Organization', 'OrganizationMembership', 'OrganizationInvite', 'PersonalAPIKey', 'Role'],
        })
        await expectEachKept(store, 'cohort', {
          isStatic: [true, false],
          deleted: [false, true],
          createdBy: [null, await seedUser(store)],
          properties: [{}, { type: 'OR', values: [] }, { type: 'AND', values: [{ key: 'a', value: null }] }],
          version: [1, 2 ** 40],
          projectVersion: [1, 2 ** 40],
        })
        await expectEachKept(store, 'person', {
          properties: [{}, { a: null }, { a: [], b: {}, c: '', d: 0, e: false }],
        })
        await expectEachKept(store, 'group', {
          groupTypeIndex: [0, 4],
          properties: [{}, { a: null }, { a: [], b: {}, c: '', d: 0, e: false }],
        })
        await expectEachKept(store, 'activity', {
          userId: [null],
          verb: ['created', 'updated', 'deleted', 'restored'],
          scope: ['FeatureFlag', 'Role', 'Project'],
          itemId: ['0', '', 'a/b'],
          detail: [
            { changes: [], trigger: null, type: null, name: null, shortId: null },
            { changes: [], trigger: '', type: '', name: '', shortId: '' },
            { changes: [], trigger: { job: null }, type: 't', name: 'n', shortId: 's' },
          ],
          step: [
            { version: 1, undo: null, before: null, walk: 0 },
            { version: 2 ** 40, undo: { keys: { a: { set: null } }, drop: ['b'] }, before: null, walk: 2 ** 40 },
            { version: 3, undo: null, before: {}, walk: 0 },
          ],
        })
      },
    ),

    storeRule(
      'STORE-124',
      'null, false, zero and empty values are distinguished in every column of a flag',
      async ({ store }) => {
        const user = await seedUser(store)
        await expectEachKept(store, 'flag', {
          active: [true, false],
          archived: [false, true],
          createdBy: [null, user],
          lastModifiedBy: [null, user],
          updatedAt: [null, moment('2026-01-01')],
          version: [1, 2_000_000],
          projectVersion: [1, 2 ** 40],
          ensureExperienceContinuity: [null, false, true],
          rollbackConditions: [null, false, true, 0, '', 'null', [], {}, [null], { a: null }],
          performedRollback: [null, false, true],
          tags: [[], [''], ['b', 'a', 'B']],
          evaluationContexts: [[], [''], ['b', 'a', 'B']],
          evaluationRuntime: [null, 'server', 'client', 'all'],
          bucketingIdentifier: [null, 'distinct_id', 'device_id'],
          isRemoteConfiguration: [null, false, true],
          hasEncryptedPayloads: [null, false, true],
          hasEnrichedAnalytics: [null, false, true],
          usageDashboardId: [null, 0, 7],
          analyticsDashboardIds: [[], [0], [3, 1, 2]],
          lastCalledAt: [null, moment('2026-01-01')],
        })
      },
    ),

    storeRule('STORE-125', 'in filters, missing, null and empty values are distinguished', async ({ store }) => {
      const filters: FlagFilters[] = [
        { groups: [] },
        { groups: [{}] },
        { groups: [{ properties: null, rollout_percentage: null, variant: null, sort_key: null }] },
        { groups: [{ properties: [], rollout_percentage: 0, variant: '', sort_key: '' }] },
        { groups: [], multivariate: null, payloads: null, aggregation_group_type_index: null, early_exit: null },
        {
          groups: [],
          multivariate: { variants: [] },
          payloads: {},
          aggregation_group_type_index: 0,
          early_exit: false,
        },
        { groups: [{ properties: [{ key: 'a', type: 'person' }] }] },
        { groups: [{ properties: [{ key: 'a', type: 'person', value: null, operator: null, negation: null }] }] },
      ]
      await expectEachKept(store, 'flag', { filters })
    }),

    storeRule(
      'STORE-126',
      'texts that differ in case, accent form or spaces are different values',
      async ({ store }) => {
        const { organization } = await seedTenant(store)
        const names = ['name', 'NAME', 'name ', ' name', 'nam\u00e9', 'name\u0301', 'na\u200Bme', 'ｎａｍｅ']
        await store.write(async (tx) => {
          for (const name of names) {
            await tx.organizations.insert(newOrganizationRow({ name }))
            await tx.projects.insert(newProjectRow({ organizationId: organization.id, name, apiToken: `phc_${name}` }))
          }
        })
        await store.read(async (tx) => {
          for (const name of names) {
            expect((await tx.organizations.findByName(name))?.name).toBe(name)
            expect((await tx.projects.findByName(organization.id, name))?.name).toBe(name)
            expect((await tx.projects.findByApiToken(`phc_${name}`))?.name).toBe(name)
          }
          expect(await tx.organizations.findByName('Name')).toBeUndefined()
          expect(await tx.projects.findByName(organization.id, 'Name')).toBeUndefined()
        })
      },
    ),

    storeRule('STORE-130', 'an updated user has the new values in every result', async ({ store }) => {
      const { project, organization, user } = await seedTenant(store)
      const changed = { ...user, firstName: 'Other', isEmailVerified: true }
      const others = await seedUser(store)
      await store.write((tx) => tx.users.update(changed))
      await store.write((tx) => tx.users.update({ ...changed, id: 2 ** 40, email: 'nobody@acme.test' }))
      const flag = await seedFlag(store, { projectId: project.id, createdBy: user })
      await store.read(async (tx) => {
        expect(await tx.users.find(user.id)).toEqual(changed)
        expect(await tx.users.find(others.id)).toEqual(others)
        expect((await tx.memberships.find(organization.id, user.id))?.user).toEqual(changed)
        expect((await tx.flags.find(project.id, flag.id))?.createdBy).toEqual(changed)
      })
    }),

    storeRule('STORE-127', 'a user is found by the exact e-mail address', async ({ store }) => {
      const user = await seedUser(store, newUserRow({ email: 'zoë+1_%@flagdeck.test' }))
      await seedUser(store, newUserRow({ email: 'zoë+1x%@flagdeck.test' }))
      await store.read(async (tx) => {
        expect(await tx.users.findByEmail(user.email)).toEqual(user)
        expect(await tx.users.findByEmail('zoe+1_%@flagdeck.test')).toBeUndefined()
      })
    }),

    storeRule('STORE-128', '`touch` changes the time of use of a key and nothing else', async ({ store }) => {
      const { user } = await seedTenant(store)
      const key = newPersonalApiKeyRow({ user, expiresAt: moment('2027-01-01') })
      await store.write((tx) => tx.personalApiKeys.insert(key))
      for (const lastUsedAt of MOMENTS) {
        await store.write((tx) => tx.personalApiKeys.touch(user.id, key.id, lastUsedAt))
        const stored = await store.read((tx) => tx.personalApiKeys.findBySecureValue(key.secureValue))
        expect(stored).toEqual({ ...key, lastUsedAt })
      }
    }),

    storeRule(
      'STORE-607',
      '`touch` stores the time at which a user was last seen, and changes nothing else of the user',
      async ({ store }) => {
        const { user } = await seedTenant(store)
        const [other, unseen] = [await seedUser(store), await seedUser(store)]
        const lastSeen = (...ids: number[]) => store.read((tx) => tx.users.lastSeen(ids))
        expect(await lastSeen(user.id, unseen.id)).toEqual(new Map())
        for (const lastSeenAt of MOMENTS) {
          await store.write((tx) => tx.users.touch(user.id, lastSeenAt))
          expect(await lastSeen(user.id, other.id, unseen.id)).toEqual(new Map([[user.id, lastSeenAt]]))
        }
        await store.write(async (tx) => {
          await tx.users.touch(other.id, moment('2026-01-01'))
          await tx.users.touch(unseen.id + 1000, moment('2026-01-01'))
          await tx.users.update({ ...user, firstName: 'New' })
        })
        const seen = await lastSeen(user.id, other.id, unseen.id, unseen.id + 1000)
        expect([...seen.keys()].sort((a, b) => a - b)).toEqual([user.id, other.id].sort((a, b) => a - b))
        expect(seen.get(user.id)).toBe(MOMENTS.at(-1))
        expect(await store.read((tx) => tx.users.find(user.id))).toEqual({ ...user, firstName: 'New' })
        expect(await lastSeen()).toEqual(new Map())
      },
    ),

    storeRule('STORE-129', 'integers up to 2^53 - 1 are returned as numbers', async ({ store }) => {
      const { project } = await seedTenant(store)
      const projectVersion = Number.MAX_SAFE_INTEGER
      const flag = await seedFlag(store, { projectId: project.id, projectVersion })
      await store.read(async (tx) => {
        expect((await tx.flags.find(project.id, flag.id))?.projectVersion).toBe(projectVersion)
        expect(await tx.flags.changedSince(project.id, projectVersion)).toEqual([])
        expect((await tx.flags.changedSince(project.id, projectVersion - 1)).map(({ id }) => id)).toEqual([flag.id])
      })
    }),
  ],
}

/** Fails unless every text column of dashboards and their contents stores this text unchanged. */
async function expectDashboardTextKept(store: Store, text: string): Promise<void> {
  // Longer names do not fit into an index.
  const name = text.slice(0, 400)
  const tags = [text, `${text}2`]
  const document = { [text]: text }
  await expectKept(store, 'dashboard', { name, description: text, tags, quickFilterIds: tags, filters: document })
  await expectKept(store, 'tile', { color: text, deletionId: text, layouts: document, filtersOverrides: document })
  await expectKept(store, 'textCard', { body: text })
  await expectKept(store, 'insight', { name: text, derivedName: text, description: text, tags, deletionId: text })
  await expectKept(store, 'dashboardTemplate', {
    templateName: name,
    dashboardDescription: text,
    tags,
    imageUrl: text,
    tiles: [document],
  })
}

function uuid(n: number): string {
  return `abcdef00-0000-4000-8000-${String(n).padStart(12, '0')}`
}
