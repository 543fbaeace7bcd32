import { describe, expect, it } from 'vitest'
import { authenticateKey } from '../features/identity/authenticate.ts'
import { testDeck } from '../testing/test-deck.ts'
import { applyBootstrap } from './apply-bootstrap.ts'
import { BootstrapRefused } from './bootstrap-document/bootstrap-refused.ts'

const WEB = { name: 'Web', api_token: 'phc_web', group_types: ['company'], flags: [{ key: 'on' }] }
const MEMBER = { email: 'Ada@acme.test', level: 'owner', api_keys: [{ value: 'phx_ci', projects: ['Web'] }] }
const documentOf = (changes: object) => ({
  organizations: [{ name: 'Acme', members: [MEMBER], projects: [WEB], ...changes }],
})

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
    [{ organizations: {} }, ['organizations'], 'organizations has to be a list.'],
    [[], [], 'the document has to be an object.'],
    [
      documentOf({ members: [{ ...MEMBER, level: 'boss' }] }),
      ['organizations', 0, 'members', 0, 'level'],
      'organizations[0].members[0].level has to be "member", "admin" or "owner".',
    ],
    [
      documentOf({ projects: [{ ...WEB, groupTypes: [] }] }),
      ['organizations', 0, 'projects', 0, 'groupTypes'],
      'organizations[0].projects[0].groupTypes is not known (did you mean group_types?).',
    ],
    [
      documentOf({ projects: [{ ...WEB, staleness: { never_call_days: 14 } }] }),
      ['organizations', 0, 'projects', 0, 'staleness', 'never_call_days'],
      'organizations[0].projects[0].staleness.never_call_days is not known (did you mean never_called_days?).',
    ],
  ])('BOOT-9 is refused with the path of the offending value: %j', async (document, path, sentence) => {
    const { deck, store } = await testDeck()
    const refused = applyBootstrap(deck.context, document)
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
})
