import { describe, expect, it } from 'vitest'
import { userOf } from '../data/records/actor.ts'
import { updateFlag } from '../features/flags/update-flag.ts'
import { authenticateKey } from '../features/identity/authenticate.ts'
import { retrieveRole } from '../features/identity/list-roles.ts'
import { openOrganization, openProject } from '../features/identity/open-project.ts'
import { parseTimestamp } from '../foundation/time/timestamp.ts'
import { testDeck } from '../testing/test-deck.ts'
import type { Bootstrap, BootstrapOrganization } from './bootstrap-document/bootstrap.ts'
import { BootstrapRefused } from './bootstrap-document/bootstrap-refused.ts'
import { makeBootstrap } from './make-bootstrap.ts'

const ACME: BootstrapOrganization = {
  name: 'Acme',
  defaultFlagAccessLevel: 21,
  members: [
    {
      email: 'ada@acme.test',
      firstName: 'Ada',
      lastName: 'L',
      isEmailVerified: true,
      level: 'owner',
      apiKeys: [
        { label: 'ci', value: 'phx_ci', scopes: ['*'], projects: ['Web'], expiresAt: null },
        {
          label: 'all',
          value: 'phx_all',
          scopes: ['feature_flag:read'],
          expiresAt: parseTimestamp('2030-01-01') ?? null,
        },
      ],
    },
    { email: 'bob@acme.test', firstName: 'Bob', lastName: '', level: 'member', apiKeys: [] },
  ],
  roles: [{ name: 'Engineering', flagAccessLevel: 37, members: ['bob@acme.test'] }],
  projects: [
    {
      name: 'Web',
      apiToken: 'phc_web',
      secretApiToken: 'phs_web',
      timezone: 'Europe/Berlin',
      groupTypes: ['organization'],
      eventsAddGroupTypes: false,
      propertyMatchingVersion: 1,
      flags: [{ key: 'checkout', filters: { groups: [{ rollout_percentage: 100 }] } }],
    },
    {
      name: 'Mobile',
      timezone: 'UTC',
      groupTypes: [],
      eventsAddGroupTypes: false,
      propertyMatchingVersion: 2,
      flags: [],
    },
  ],
}
const DOCUMENT: Bootstrap = { organizations: [ACME] }

async function bootstrapped() {
  const deck = await testDeck()
  const ctx = deck.deck.context
  await makeBootstrap(ctx, DOCUMENT)
  const web = await deck.deck.project({ token: 'phc_web' })
  return { ...deck, ctx, web }
}

describe('a bootstrap', () => {
  it('BOOT-1 makes what it names', async () => {
    const { ctx, web } = await bootstrapped()
    expect(web.project).toMatchObject({
      name: 'Web',
      secretApiToken: 'phs_web',
      timezone: 'Europe/Berlin',
      groupTypes: ['organization'],
      eventsAddGroupTypes: false,
      propertyMatchingVersion: 1,
    })
    expect(web.flags.isEnabled('checkout', { distinctId: 'x' })).toBe(true)
    const owner = await authenticateKey(ctx, 'phx_ci')
    expect(owner).toMatchObject({
      user: { email: 'ada@acme.test', firstName: 'Ada', lastName: 'L', isEmailVerified: true },
      key: { label: 'ci', scopedProjectIds: [web.project.id], scopedOrganizationIds: [web.project.organizationId] },
    })
    const organization = await openOrganization({ ...ctx, actor: owner }, web.project.organizationId)
    expect(organization).toMatchObject({
      organization: { name: 'Acme', defaultFlagAccessLevel: 21 },
      access: { membership: { level: 15 } },
    })
  })

  it('BOOT-2 makes tokens where it names none, and keys for all projects of the organization', async () => {
    const { ctx, web, store } = await bootstrapped()
    const mobile = await store.read((tx) => tx.projects.findByName(web.project.organizationId, 'Mobile'))
    expect(mobile).toMatchObject({
      apiToken: expect.stringMatching(/^phc_/),
      secretApiToken: expect.stringMatching(/^phs_/),
    })
    const actor = await authenticateKey(ctx, 'phx_all')
    expect(actor).toMatchObject({ key: { scopedProjectIds: null, expiresAt: '2030-01-01T00:00:00.000000Z' } })
    await expect(openProject({ ...ctx, actor }, mobile?.id ?? 0)).resolves.toMatchObject({
      project: { name: 'Mobile' },
    })
  })

  it('BOOT-2 gives roles to members', async () => {
    const { ctx, web, store } = await bootstrapped()
    const bob = await store.read((tx) => tx.users.findByEmail('bob@acme.test'))
    if (!bob) throw new Error('Bob is not there')
    const role = await store.read((tx) => tx.roles.findByName(web.project.organizationId, 'engineering'))
    const admins = { ...ctx, ...(await openOrganization(ctx, web.project.organizationId)) }
    expect(await retrieveRole(admins, role?.id ?? '')).toMatchObject({ flagAccessLevel: 37, members: [{ user: bob }] })
    const flag = await web.flags.find('checkout')
    const asBob = await openProject({ ...ctx, actor: { type: 'user', user: bob, key: null } }, web.project.id)
    await expect(updateFlag(asBob, flag?.id ?? 0, {})).resolves.toMatchObject({ canEdit: true })
  })

  it('BOOT-1 leaves everything as it is that is there', async () => {
    const { ctx, web, store } = await bootstrapped()
    const flag = await web.flags.find('checkout')
    await web.flags.update(flag?.id ?? 0, { name: 'by hand' })
    const state = () =>
      store.read(async (tx) => ({
        projects: await tx.projects.list([web.project.organizationId], { limit: 10, offset: 0 }),
        members: await tx.memberships.list(web.project.organizationId, { limit: 10, offset: 0 }),
        roles: await tx.roles.list(web.project.organizationId, { limit: 10, offset: 0 }),
        flags: await tx.flags.changedSince(web.project.id, 0),
      }))
    const before = await state()
    const changed: Bootstrap = {
      organizations: [
        {
          ...ACME,
          defaultFlagAccessLevel: 37,
          projects: ACME.projects.map((project) => ({ ...project, timezone: 'UTC' })),
        },
      ],
    }
    await makeBootstrap(ctx, changed)
    expect(await state()).toEqual(before)
  })

  it('BOOT-10 brings back no key that was rotated, revoked or gone with its member, and names them', async () => {
    const { ctx, web, store, deck } = await bootstrapped()
    const { keys, members } = await deck.organization(web.project.organizationId)
    const ada = userOf(await authenticateKey(ctx, 'phx_ci'))
    if (!ada) throw new Error('Ada is not there')
    const [ci, all] = ['ci', 'all'].map(async (label) => (await keys.list(ada)).find((key) => key.label === label))
    expect(await makeBootstrap(ctx, DOCUMENT)).toEqual({ retiredKeys: [] })
    const rotated = await keys.rotate((await ci)?.id ?? '', ada)
    await keys.revoke((await all)?.id ?? '', ada)
    const retiredKeys = ['organizations[0].members[0].api_keys[0]', 'organizations[0].members[0].api_keys[1]']
    expect(await makeBootstrap(ctx, DOCUMENT)).toEqual({ retiredKeys })
    for (const value of ['phx_ci', 'phx_all']) {
      await expect(authenticateKey(ctx, value)).rejects.toMatchObject({ kind: 'authentication_failed' })
    }
    expect((await store.read((tx) => tx.personalApiKeys.list(ada.id))).map(({ id }) => id)).toEqual([rotated.key.id])

    const bob = { email: 'bob@acme.test', firstName: 'B', lastName: '', level: 'member' } as const
    const bobs = { ...bob, apiKeys: [{ label: 'bob', value: 'phx_bob', scopes: ['*'], expiresAt: null }] } as const
    const withBob: Bootstrap = { organizations: [{ ...ACME, members: [bobs] }] }
    await makeBootstrap(ctx, withBob)
    await members.remove(userOf(await authenticateKey(ctx, 'phx_bob'))?.uuid ?? '')
    expect(await makeBootstrap(ctx, withBob)).toEqual({ retiredKeys: ['organizations[0].members[0].api_keys[0]'] })
    await expect(authenticateKey(ctx, 'phx_bob')).rejects.toMatchObject({ kind: 'authentication_failed' })
  })

  it('BOOT-1 adds what was added to it', async () => {
    const { ctx, web } = await bootstrapped()
    const [first] = ACME.projects
    if (!first) throw new Error('the document has no project')
    const more = { ...first, flags: [...first.flags, { key: 'search' }] }
    await makeBootstrap(ctx, {
      organizations: [
        { ...ACME, projects: [more] },
        { ...ACME, name: 'Beta', projects: [], members: [], roles: [] },
      ],
    })
    expect((await web.flags.list()).items.map(({ key }) => key)).toEqual(['search', 'checkout'])
    await expect(ctx.store.read((tx) => tx.organizations.findByName('Beta'))).resolves.toMatchObject({ name: 'Beta' })
  })

  it('BOOT-3 makes no flag again that somebody deleted', async () => {
    const { ctx, web } = await bootstrapped()
    const flag = await web.flags.find('checkout')
    await web.flags.delete(flag?.id ?? 0)
    await makeBootstrap(ctx, DOCUMENT)
    expect(await web.flags.find('checkout')).toBeUndefined()
  })

  it('BOOT-4 is applied by several instances at once', async () => {
    const deck = await testDeck()
    await Promise.all(Array.from({ length: 10 }, () => makeBootstrap(deck.deck.context, DOCUMENT)))
    const web = await deck.deck.project({ token: 'phc_web' })
    expect(await web.flags.list()).toMatchObject({ count: 1 })
  })

  it('BOOT-5 says which entry was refused, and keeps those before it', async () => {
    const deck = await testDeck()
    const [web, mobile] = ACME.projects
    if (!web || !mobile) throw new Error('the document has no projects')
    const wrong = { ...mobile, flags: [{ key: 'fine' }, { key: 'not fine' }] }
    const refused = makeBootstrap(deck.deck.context, { organizations: [{ ...ACME, projects: [web, wrong] }] })
    await expect(refused).rejects.toBeInstanceOf(BootstrapRefused)
    await expect(refused).rejects.toMatchObject({
      path: 'organizations[0].projects[1].flags[1].key',
      code: 'invalid_key',
      attr: 'key',
    })
    const { flags } = await deck.deck.project({ token: 'phc_web' })
    expect(await flags.list()).toMatchObject({ count: 1 })
  })

  it('BOOT-5 makes nothing of an organization whose token another project has', async () => {
    const { deck, project, store } = await testDeck()
    const [web] = ACME.projects
    if (!web) throw new Error('the document has no project')
    const taken = { ...ACME, projects: [{ ...web, apiToken: project.apiToken }] }
    await expect(makeBootstrap(deck.context, { organizations: [taken] })).rejects.toMatchObject({
      path: 'organizations[0].api_token',
      code: 'unique',
      attr: 'apiToken',
    })
    expect(await store.read((tx) => tx.organizations.findByName('Acme'))).toBeUndefined()
  })
})
