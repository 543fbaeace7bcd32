import { describe, expect, it } from 'vitest'
import { testDeck } from '../../testing/test-deck.ts'
import { readRemoteConfig } from './read-remote-config.ts'

const EVERYBODY = [{ rollout_percentage: 100 }]

describe('remote configuration', () => {
  it('PROTO-10 is read by key and by id, also while the flag is off', async () => {
    const { flags, context } = await testDeck()
    const filters = { groups: EVERYBODY, payloads: { true: '{"a":[1]}' } }
    const { id } = await flags.create({ key: 'config', isRemoteConfiguration: true, active: false, filters })
    expect(await readRemoteConfig(context, 'config')).toBe('{"a":[1]}')
    expect(await readRemoteConfig(context, String(id))).toBe('{"a":[1]}')
  })

  it('PROTO-10 takes nothing but digits for an id, even where a flag has such a key', async () => {
    const { flags, context } = await testDeck()
    await flags.create({ key: '123456', isRemoteConfiguration: true, filters: { groups: [] } })
    await expect(readRemoteConfig(context, '123456')).rejects.toMatchObject({ kind: 'not_found' })
    await expect(readRemoteConfig(context, '9'.repeat(400))).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('PROTO-10 is null without a payload', async () => {
    const { flags, context } = await testDeck()
    await flags.create({ key: 'config', isRemoteConfiguration: true, filters: { groups: EVERYBODY } })
    expect(await readRemoteConfig(context, 'config')).toBeNull()
  })

  it('PROTO-10 is not found in other flags, in deleted ones and in other projects', async () => {
    const { flags, context } = await testDeck()
    const other = await testDeck()
    const plain = await flags.create({ key: 'plain' })
    const gone = await flags.create({ key: 'gone', isRemoteConfiguration: true })
    await flags.delete(gone.id)
    const theirs = await other.flags.create({ key: 'theirs', isRemoteConfiguration: true })
    for (const key of ['plain', String(plain.id), 'gone', String(gone.id), 'theirs', String(theirs.id), '']) {
      await expect(readRemoteConfig(context, key), key).rejects.toMatchObject({ kind: 'not_found' })
    }
  })

  it('PROTO-10 is for keys that read flags, and for the project’s own secret token', async () => {
    const { flags, context, as, member, project } = await testDeck()
    await flags.create({ key: 'config', isRemoteConfiguration: true })
    expect(await readRemoteConfig(await as(member, { scopes: ['feature_flag:read'] }), 'config')).toBeNull()
    const refused = { kind: 'permission_denied' }
    await expect(readRemoteConfig(await as(member, { scopes: ['dashboard:read'] }), 'config')).rejects.toMatchObject(
      refused,
    )
    const secret = (projectId: number) => ({ ...context, actor: { type: 'project_secret' as const, projectId } })
    expect(await readRemoteConfig(secret(project.id), 'config')).toBeNull()
    await expect(readRemoteConfig(secret(project.id + 1), 'config')).rejects.toMatchObject(refused)
  })
})
