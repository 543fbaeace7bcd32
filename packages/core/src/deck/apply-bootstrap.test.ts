import { describe, expect, it } from 'vitest'
import { authenticateKey } from '../features/identity/authenticate.ts'
import { testDeck } from '../testing/test-deck.ts'
import { applyBootstrap } from './apply-bootstrap.ts'
import type { BootstrapDocument } from './bootstrap-document/bootstrap-document.ts'
import { BootstrapRefused } from './bootstrap-document/bootstrap-refused.ts'

const WEB = { name: 'Web', api_token: 'phc_web', group_types: ['company'], flags: [{ key: 'on' }] }
const MEMBER = { email: 'Ada@acme.test', level: 'owner', api_keys: [{ value: 'phx_ci', projects: ['Web'] }] }
/** Types allow only valid documents; these tests also pass invalid ones. */
const documentOf = (changes: object): BootstrapDocument =>
  ({ organizations: [{ name: 'Acme', members: [MEMBER], projects: [WEB], ...changes }] }) as BootstrapDocument

describe('a bootstrap document', () => {
  it('BOOT-9 is what an embedding application hands in, as the command takes it', async () => {
    const { deck } = await testDeck()
    for (const _ of ['first', 'again']) await applyBootstrap(deck.context, documentOf({}))
    const { project, flags } = await deck.project({ token: 'phc_web' })
    expect(project).toMatchObject({ name: 'Web', groupTypes: ['company'], timezone: 'UTC', eventsAddGroupTypes: false })
    expect((await flags.list()).items.map(({ key }) => key)).toEqual(['on'])
    expect(await authenticateKey(deck.context, 'phx_ci')).toMatchObject({
      user: { email: 'ada@acme.test' },
      key: { scopedProjectIds: [project.id] },
    })
  })

  it('BOOT-9 FLAG-81 says from when on flags of a project count as stale; what is missing of that is as usual', async () => {
    const { deck } = await testDeck()
    await applyBootstrap(deck.context, documentOf({ projects: [{ ...WEB, staleness: { never_called_days: 14 } }] }))
    const { project } = await deck.project({ token: 'phc_web' })
    expect(project.staleness).toEqual({ notCalledDays: 30, neverCalledDays: 14, rolledOutDays: null })
  })

  it.each([
    [{ organizations: {} }, 'organizations', 'organizations must be a list.'],
    [[], undefined, 'the document must be an object.'],
    [
      documentOf({ members: [{ ...MEMBER, level: 'boss' }] }),
      'organizations[0].members[0].level',
      'organizations[0].members[0].level must be "member", "admin" or "owner".',
    ],
    [
      documentOf({ projects: [{ ...WEB, groupTypes: [] }] }),
      'organizations[0].projects[0].groupTypes',
      'organizations[0].projects[0].groupTypes is unknown (did you mean group_types?).',
    ],
    [
      documentOf({ projects: [{ ...WEB, staleness: { never_call_days: 14 } }] }),
      'organizations[0].projects[0].staleness.never_call_days',
      'organizations[0].projects[0].staleness.never_call_days is unknown (did you mean never_called_days?).',
    ],
  ])('BOOT-9 is refused with the path of the offending value: %j', async (document, path, sentence) => {
    const { deck, store } = await testDeck()
    const refused = applyBootstrap(deck.context, document as BootstrapDocument)
    await expect(refused).rejects.toBeInstanceOf(BootstrapRefused)
    await expect(refused).rejects.toMatchObject({
      path,
      message: `The bootstrap document cannot be applied: ${sentence}`,
    })
    expect(await store.read((tx) => tx.organizations.findByName('Acme'))).toBeUndefined()
  })

  it('BOOT-9 names by its path what the database refuses', async () => {
    const { deck, project } = await testDeck()
    const taken = documentOf({ projects: [WEB, { name: 'Other', api_token: project.apiToken }] })
    await expect(applyBootstrap(deck.context, taken)).rejects.toMatchObject({
      message:
        /^The bootstrap document cannot be applied: organizations\[0\]\.api_token is refused: There is already a/,
    })
  })

  it('BOOT-11 has a type, in which every field of docs/bootstrap.md can be written', async () => {
    const { deck } = await testDeck()
    const document = {
      organizations: [
        {
          name: 'Typed',
          default_feature_flags_access_level: 21,
          members: [
            {
              email: 'a@b.test',
              first_name: 'A',
              last_name: 'B',
              is_email_verified: true,
              level: 'admin',
              api_keys: [{ label: 'ci', value: 'phx_typed', scopes: ['feature_flag:read'], expires_at: '2099-01-01' }],
            },
          ],
          roles: [{ name: 'viewers', feature_flags_access_level: 21, members: ['a@b.test'] }],
          projects: [
            {
              name: 'Web',
              api_token: 'phc_typed',
              secret_api_token: 'phs_typed',
              timezone: 'Asia/Tokyo',
              group_types: ['company'],
              events_add_group_types: true,
              property_matching_version: 2,
              staleness: { not_called_days: 10, never_called_days: null, rolled_out_days: 5 },
              flags: [{ key: 'a', filters: { groups: [{ rollout_percentage: 10 }] }, active: false, tags: ['x'] }],
            },
          ],
        },
      ],
    } as const satisfies BootstrapDocument
    await applyBootstrap(deck.context, document)
    const { flags, project } = await deck.project({ token: 'phc_typed' })
    expect(project).toMatchObject({ timezone: 'Asia/Tokyo', eventsAddGroupTypes: true })
    expect(await flags.get('a')).toMatchObject({ active: false, tags: ['x'] })
  })
})
