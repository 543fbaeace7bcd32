import { describe, expect, it } from 'vitest'
import type { Scope } from '../../../data/records/scope.ts'
import { timestampOf } from '../../../foundation/time/timestamp.ts'
import { seedTenant } from '../../../testing/seed-tenant.ts'
import { type TestKey, testDeck } from '../../../testing/test-deck.ts'
import { authenticateKey } from '../authenticate.ts'
import { createPersonalApiKey } from '../create-personal-api-key.ts'
import { type CreateKeyInput, createOwnKey } from './create-own-key.ts'
import { listKeys, retrieveKey, revokeKey, rotateKey } from './own-keys.ts'

const FORBIDDEN = { kind: 'permission_denied' }

async function setUp() {
  const test = await testDeck()
  const away = await seedTenant(test.store)
  const make = async (key?: TestKey, input: Partial<CreateKeyInput> = {}) =>
    (await createOwnKey(await test.as(test.member, key), { label: 'ci', scopes: ['*'], ...input })).key
  return { ...test, away, make }
}

describe('a key that makes a key', () => {
  it('KEY-14 makes none with more scopes', async () => {
    const { make } = await setUp()
    const key: TestKey = { scopes: ['user:write', 'feature_flag:write'] }
    expect(await make(key, { scopes: ['feature_flag:read', 'user:read', 'user:read'] })).toMatchObject({
      scopes: ['feature_flag:read', 'user:read'],
    })
    for (const scopes of [['*'], ['dashboard:read'], ['feature_flag:write', 'dashboard:read']] as Scope[][]) {
      await expect(make(key, { scopes })).rejects.toMatchObject(FORBIDDEN)
    }
    await expect(make({ scopes: ['user:read'] }, { scopes: ['user:read'] })).rejects.toMatchObject(FORBIDDEN)
  })

  it('KEY-14 makes none for more projects or organizations', async () => {
    const { make, project, organization } = await setUp()
    const bound = { scopedProjectIds: [project.id] }
    expect(await make(bound)).toMatchObject(bound)
    expect(await make(bound, { scopedProjectIds: [project.id, project.id] })).toMatchObject(bound)
    for (const scopedTeams of [null, []])
      await expect(make(bound, { scopedProjectIds: scopedTeams })).rejects.toMatchObject(FORBIDDEN)
    const home = { scopedOrganizationIds: [organization.id] }
    expect(await make(home)).toMatchObject(home)
    expect(await make(home, { scopedProjectIds: [project.id] })).toMatchObject({ ...home, ...bound })
    await expect(make(home, { scopedOrganizationIds: [] })).rejects.toMatchObject(FORBIDDEN)
    expect(await make({}, { scopedProjectIds: [], scopedOrganizationIds: [] })).toMatchObject({
      scopedProjectIds: null,
      scopedOrganizationIds: null,
    })
  })

  it('KEY-14 makes none that lasts longer', async () => {
    const { make, clock } = await setUp()
    const expiresAt = timestampOf(clock() + 1000)
    expect(await make({ expiresAt })).toMatchObject({ expiresAt })
    await expect(make({ expiresAt }, { expiresAt: null })).rejects.toMatchObject(FORBIDDEN)
    await expect(make({ expiresAt }, { expiresAt: timestampOf(clock() + 1001) })).rejects.toMatchObject(FORBIDDEN)
    const sooner = timestampOf(clock() + 999)
    expect(await make({ expiresAt }, { expiresAt: sooner })).toMatchObject({ expiresAt: sooner })
  })

  it('KEY-15 makes none for places where the user does not belong, nor for a time that has passed', async () => {
    const { make, away, clock, organization } = await setUp()
    await expect(make({}, { scopedProjectIds: [away.project.id] })).rejects.toMatchObject({
      code: 'does_not_exist',
      attr: 'scopedProjectIds',
    })
    const scopedOrganizations = [organization.id.toUpperCase(), away.organization.id]
    await expect(make({}, { scopedOrganizationIds: scopedOrganizations })).rejects.toMatchObject({
      attr: 'scopedOrganizationIds',
    })
    await expect(make({}, { expiresAt: timestampOf(clock()) })).rejects.toMatchObject({ attr: 'expiresAt' })
    await expect(make({}, { scopes: [] })).rejects.toMatchObject({ code: 'empty', attr: 'scopes' })
    await expect(make({}, { scopes: ['flags:read' as never] })).rejects.toMatchObject({ code: 'invalid_choice' })
    await expect(make({}, { label: ' ' })).rejects.toMatchObject({ code: 'blank', attr: 'label' })
  })

  it('KEY-15 makes a hundred of them for one user at most', async () => {
    const { make, member, deck } = await setUp()
    for (let n = 0; n < 100; n++) await createPersonalApiKey(deck.context, { user: member, label: 'x', scopes: [] })
    await expect(make()).rejects.toMatchObject({ kind: 'validation' })
  })
})

describe('keys of a user', () => {
  async function setUpKeys() {
    const test = await setUp()
    const { member, project, deck, as } = test
    const made = async (label: string, fields: object) =>
      createPersonalApiKey(deck.context, { user: member, label, scopes: ['feature_flag:read'], ...fields })
    const all = await made('all', {})
    const bound = await made('bound', { scopedProjectIds: [project.id] })
    const strong = await made('strong', { scopes: ['*'] })
    const theirs = await createPersonalApiKey(deck.context, {
      user: test.admin,
      label: 'theirs',
      scopes: ['user:read'],
    })
    return { ...test, all, bound, strong, theirs, using: (key: TestKey) => as(member, key) }
  }

  it('KEY-16 are listed to the user, and to a bound key those that are bound as closely', async () => {
    const { using, project, bound, all, member, as } = await setUpKeys()
    const made = ['all', 'bound', 'strong']
    const labels = async (key: TestKey) =>
      (await listKeys(await using(key))).map(({ label }) => label).filter((label) => made.includes(label))
    expect(await labels({ scopes: ['user:read'] })).toEqual(['all', 'bound', 'strong'])
    expect(await labels({ scopedProjectIds: [project.id] })).toEqual(['bound'])
    await expect(labels({ scopes: ['feature_flag:read'] })).rejects.toMatchObject(FORBIDDEN)
    expect(await retrieveKey(await as(member), bound.key.id)).toEqual(bound.key)
    const hidden = retrieveKey(await using({ scopedProjectIds: [project.id] }), all.key.id)
    await expect(hidden).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('KEY-17 are rotated: the same key with another value', async () => {
    const { deck, as, member, all } = await setUpKeys()
    const { key, value } = await rotateKey(await as(member), all.key.id)
    expect(key).toEqual({ ...all.key, secureValue: key.secureValue, maskValue: `phx_…${value.slice(-4)}` })
    await expect(authenticateKey(deck.context, all.value)).rejects.toMatchObject({ kind: 'authentication_failed' })
    expect(await authenticateKey(deck.context, value)).toMatchObject({ user: member, key: { id: key.id } })
  })

  it('KEY-17 are revoked for good', async () => {
    const { deck, as, member, all } = await setUpKeys()
    await revokeKey(await as(member), all.key.id)
    await expect(authenticateKey(deck.context, all.value)).rejects.toMatchObject({ kind: 'authentication_failed' })
    await expect(revokeKey(await as(member), all.key.id)).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('KEY-19 make, rotate and revoke nothing more once they are gone or others, whoever remembers them', async () => {
    const { deck, as, member, strong, all } = await setUpKeys()
    const before = await as(member)
    const remembered = { ...before, actor: await authenticateKey(deck.context, strong.value) }
    const attempts = [
      () => createOwnKey(remembered, { label: 'successor', scopes: ['*'] }),
      () => rotateKey(remembered, all.key.id),
      () => revokeKey(remembered, all.key.id),
    ]
    const count = (await listKeys(before)).length
    await rotateKey(before, strong.key.id)
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ kind: 'authentication_failed' })
    await revokeKey(before, strong.key.id)
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ kind: 'authentication_failed' })
    expect((await listKeys(before)).length).toBe(count - 1)
  })

  it('KEY-14 are left alone by keys that open less', async () => {
    const { using, strong, all, theirs, as, admin, member } = await setUpKeys()
    const limited = await using({ scopes: ['user:write', 'feature_flag:read'] })
    for (const change of [rotateKey, revokeKey]) {
      await expect(change(limited, strong.key.id)).rejects.toMatchObject(FORBIDDEN)
      await expect(change(limited, theirs.key.id)).rejects.toMatchObject({ kind: 'not_found' })
      await expect(change(await as(admin), all.key.id)).rejects.toMatchObject({ kind: 'not_found' })
      await expect(change(await as(admin), all.key.id, member)).rejects.toMatchObject(FORBIDDEN)
    }
    await rotateKey(limited, all.key.id)
    await revokeKey(limited, all.key.id)
  })

  it('KEY-11 are looked after by the system for a user that it names', async () => {
    const { deck, member, all } = await setUpKeys()
    const { keys } = await deck.organization()
    expect((await keys.list(member)).map(({ label }) => label)).toEqual(['all', 'bound', 'strong'])
    expect((await keys.rotate(all.key.id, member)).key.id).toBe(all.key.id)
    await keys.revoke(all.key.id, member)
    for (const nobody of [
      keys.list(),
      keys.rotate('x'),
      keys.revoke('x'),
      keys.create({ label: 'x', scopes: ['*'] }),
    ]) {
      await expect(nobody).rejects.toMatchObject(FORBIDDEN)
    }
  })

  it('KEY-18 are made by an organization for itself alone', async () => {
    const { deck, member, organization } = await setUpKeys()
    const { keys } = await deck.as(member).organization()
    expect((await keys.create({ label: 'x', scopes: ['*'] })).key).toMatchObject({
      user: member,
      scopedOrganizationIds: [organization.id],
    })
  })
})
