import { describe, expect, it } from 'vitest'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { authenticateKey, authenticateProjectSecret } from './authenticate.ts'
import { createPersonalApiKey, type NewPersonalApiKey } from './create-personal-api-key.ts'

const invalid = (source = 'request Authorization header') => ({
  kind: 'authentication_failed',
  code: 'authentication_failed',
  attr: null,
  message: `Personal API key found in ${source} is invalid.`,
})

async function deckWithKey(fields: Partial<NewPersonalApiKey> = {}) {
  const deck = await testDeck()
  const { context, member } = deck
  return { ...deck, ...(await createPersonalApiKey(context, { user: member, label: 'ci', scopes: ['*'], ...fields })) }
}

describe('a personal API key', () => {
  it('KEY-3 is stored as the hash of its value, with its first and last four characters', async () => {
    const { key, value, member, store } = await deckWithKey()
    expect(value).toMatch(/^phx_/)
    expect(key).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user: member,
      label: 'ci',
      secureValue: expect.stringMatching(/^sha256\$[0-9a-f]{64}$/),
      maskValue: `phx_…${value.slice(-4)}`,
      scopes: ['*'],
      scopedProjectIds: null,
      scopedOrganizationIds: null,
      createdAt: '2026-01-01T12:00:00.000000Z',
      expiresAt: null,
      lastUsedAt: null,
    })
    const stored = await store.read((tx) => tx.personalApiKeys.list(member.id))
    expect(JSON.stringify(stored)).not.toContain(value)
  })

  it('KEY-3 hashes as everybody does', async () => {
    const { key } = await deckWithKey({ value: 'phx_abc' })
    expect(key.secureValue).toBe('sha256$5e26f9f4aa7f98042e671fbaa15196a12513a2635898590230de0c25e658279e')
  })

  it('KEY-3 shows nothing of a short value', async () => {
    expect((await deckWithKey({ value: 'phx_0123456789a' })).key.maskValue).toBe('…')
    expect((await deckWithKey({ value: 'phx_0123456789ab' })).key.maskValue).toBe('phx_…89ab')
  })

  it('KEY-3 is there once', async () => {
    const { context, member } = await deckWithKey({ value: 'phx_twice' })
    const again = createPersonalApiKey(context, { user: member, label: 'x', scopes: [], value: 'phx_twice' })
    await expect(again).rejects.toMatchObject({ code: 'unique', attr: 'value' })
  })

  it('KEY-4 says whose it is and what it opens', async () => {
    const { context, value, member, key } = await deckWithKey({ scopes: ['feature_flag:read'], scopedProjectIds: [7] })
    expect(await authenticateKey(context, value)).toMatchObject({
      type: 'user',
      user: member,
      key: { id: key.id, scopes: ['feature_flag:read'], scopedProjectIds: [7], scopedOrganizationIds: null },
    })
  })

  it.each(['', 'x', 'phx_', 'phx_unknown', 'sha256$', '\0', '\ud800'])(
    'KEY-4 is none of the unknown value %j',
    async (value) => {
      const { context } = await deckWithKey()
      await expect(authenticateKey(context, value)).rejects.toMatchObject(invalid())
    },
  )

  it('KEY-4 is neither its hash nor a token of the project', async () => {
    const { context, key } = await deckWithKey()
    for (const value of [key.secureValue, context.project.apiToken, context.project.secretApiToken]) {
      await expect(authenticateKey(context, value)).rejects.toMatchObject({ code: 'authentication_failed' })
    }
  })

  it.each([
    [
      'phc_x',
      /^The request Authorization header has a project's public token \(phc_…\).*: send a personal API key \(phx_…\) instead\.$/,
    ],
    [
      'phs_x',
      /^The request Authorization header has a project's secret token \(phs_…\).*: send a personal API key \(phx_…\) instead\.$/,
    ],
  ] as const)('KEY-4 is not %s, which is a token and told as such', async (value, message) => {
    const { context } = await deckWithKey()
    const refused = authenticateKey(context, value)
    await expect(refused).rejects.toMatchObject({ code: 'authentication_failed', attr: null })
    await expect(refused).rejects.toThrow(message)
  })

  it.each(['body', 'request query string'] as const)(
    'KEY-4 is refused with the place it came from: the %s',
    async (source) => {
      const { context } = await deckWithKey()
      await expect(authenticateKey(context, 'phx_unknown', source)).rejects.toMatchObject(invalid(source))
    },
  )

  it('KEY-5 is good until the moment it expires', async () => {
    const deck = await testDeck()
    const expiresAt = timestampOf(deck.clock() + 1000)
    const { value } = await createPersonalApiKey(deck.context, { user: deck.member, label: 'x', scopes: [], expiresAt })
    deck.clock.advance(999)
    await expect(authenticateKey(deck.context, value)).resolves.toMatchObject({ type: 'user' })
    deck.clock.advance(1)
    await expect(authenticateKey(deck.context, value)).rejects.toMatchObject(invalid())
  })

  it('KEY-7 notes when it was used, once a minute at most', async () => {
    const { context, value, store, member, clock } = await deckWithKey()
    const lastUse = async () => (await store.read((tx) => tx.personalApiKeys.list(member.id)))[0]?.lastUsedAt
    await authenticateKey(context, value)
    // The last use is written after the response, so another write waits for it.
    await store.write(async () => undefined)
    expect(await lastUse()).toBe('2026-01-01T12:00:00.000000Z')
    clock.advance(59_999)
    await authenticateKey(context, value)
    await store.write(async () => undefined)
    expect(await lastUse()).toBe('2026-01-01T12:00:00.000000Z')
    clock.advance(1)
    await authenticateKey(context, value)
    await store.write(async () => undefined)
    expect(await lastUse()).toBe('2026-01-01T12:01:00.000000Z')
  })

  it('KEY-7 lets its user in while nothing can be written', async () => {
    const { context, value, store } = await deckWithKey()
    const readOnly = { ...store, write: () => Promise.reject(new Error('read-only')) }
    await expect(authenticateKey({ ...context, store: readOnly }, value)).resolves.toMatchObject({ type: 'user' })
  })
})

describe('a project secret', () => {
  it('KEY-2 says which project it is of', async () => {
    const { context } = await testDeck()
    const { id, secretApiToken, apiToken } = context.project
    expect(await authenticateProjectSecret(context, secretApiToken)).toEqual({ type: 'project_secret', projectId: id })
    for (const token of [apiToken, '', 'phs_unknown']) {
      await expect(authenticateProjectSecret(context, token)).rejects.toMatchObject({
        kind: 'authentication_failed',
        message: 'Incorrect authentication credentials.',
      })
    }
  })
})

describe('making a personal API key', () => {
  it('KEY-11 is for its user, with a key that opens as much or none, and for the system', async () => {
    const { deck, as, member, admin } = await testDeck()
    const make = (ctx: typeof deck.context) =>
      createPersonalApiKey(ctx, { user: member, label: 'ci', scopes: ['*'] }).then(({ key }) => key.user)
    expect(await make(deck.context)).toEqual(member)
    expect(await make(deck.as(member).context)).toEqual(member)
    const refused = { kind: 'permission_denied', message: 'Users can create personal API keys only for themselves.' }
    await expect(make(deck.as(admin).context)).rejects.toMatchObject(refused)
    expect(await make(await as(member, { scopes: ['*'] }))).toEqual(member)
    await expect(make(await as(admin, { scopes: ['*'] }))).rejects.toMatchObject(refused)
    await expect(make({ ...deck.context, actor: { type: 'project_secret', projectId: 1 } })).rejects.toMatchObject(
      refused,
    )
  })
})
