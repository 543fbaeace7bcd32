import { describe, expect, it } from 'vitest'
import type { Store } from '../../data/store.ts'
import { createFlagdeck } from '../../deck/flagdeck.ts'
import { checkEncryptionKey } from '../../runtime/secrets/encryption-check.ts'
import { type EncryptionKeys, payloadCipher, REDACTED_PAYLOAD } from '../../runtime/secrets/payload-cipher.ts'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { listActivity } from '../activity/list-activity.ts'
import { exportProject } from '../portability/export-project.ts'
import { listFlagActivity } from './list-flag-activity.ts'
import { readRemoteConfig } from './read-remote-config.ts'

const KEY = new Uint8Array(32).fill(7)
const SECRET = '{"password":"hunter2"}'

async function encryptedDeck() {
  const world = await testDeck({ encryptionKey: KEY })
  const input = { key: 'vault', isRemoteConfiguration: true, hasEncryptedPayloads: true }
  const flag = await world.flags.create({ ...input, filters: { payloads: { true: { password: 'hunter2' } } } })
  const stored = async () => {
    const row = await world.store.read((tx) => tx.flags.find(world.project.id, flag.id))
    return row?.filters.payloads?.true ?? null
  }
  return { ...world, flag, stored }
}

describe('FLAG-94 an encrypted payload', () => {
  it('is stored as ciphertext and read in clear', async () => {
    const { flags, flag, stored } = await encryptedDeck()
    expect(flag.filters.payloads).toEqual({ true: SECRET })
    expect((await flags.get(flag.id)).filters.payloads).toEqual({ true: SECRET })
    expect(await stored()).not.toContain('hunter2')
  })

  it('leaves no trace in the activity', async () => {
    const { flags, flag } = await encryptedDeck()
    await flags.update(flag.id, { filters: { payloads: { true: '"hunter3"' } } })
    expect(JSON.stringify((await flags.activity(flag.id)).items)).not.toContain('hunter')
  })

  it('ACT-12 hides what the flag had in clear before, in each place where the activity is read', async () => {
    const { flags, context, as, member, store, project } = await testDeck({ encryptionKey: KEY })
    const payloads = (secret: string) => ({ filters: { groups: [{}], payloads: { true: `"${secret}"` } } })
    const open = await flags.create({ key: 'open', isRemoteConfiguration: true, ...payloads('shown-1') })
    await flags.update(open.id, payloads('shown-2'))
    const { id } = await flags.create({ key: 'vault', isRemoteConfiguration: true, ...payloads('hunter1') })
    await flags.update(id, payloads('hunter2'))
    const reader = await as(member, { scopes: ['feature_flag:read', 'activity_log:read'] })
    const page = { limit: 100, offset: 0 }
    const told = async (ctx = context) =>
      JSON.stringify([
        (await listFlagActivity(ctx, page, id)).items,
        (await listFlagActivity(ctx, page)).items,
        (await listActivity(ctx, { scope: 'FeatureFlag', itemId: String(id) }, page)).items,
      ])
    expect(await told()).toMatch(/hunter1.*hunter2/)
    await flags.update(id, { hasEncryptedPayloads: true, ...payloads('hunter3') })
    await flags.update(id, payloads('hunter4'))
    await flags.update(id, { name: 'Vault' })
    for (const ctx of [context, reader]) {
      expect(await told(ctx)).not.toContain('hunter')
      expect(await told(ctx)).toMatch(/shown-1.*shown-2/)
      const [, changed] = (await listFlagActivity(ctx, page, id)).items
      const hidden = expect.objectContaining({ payloads: { true: REDACTED_PAYLOAD } })
      expect(changed?.detail.changes).toContainEqual(
        expect.objectContaining({ field: 'filters', before: hidden, after: hidden }),
      )
    }
    // Entries are never rewritten.
    const stored = await store.read((tx) => tx.activity.list(project.id, { scope: 'FeatureFlag' }, page))
    expect(JSON.stringify(stored.items)).toContain('hunter1')
    await flags.delete(id)
    expect(await told()).not.toContain('hunter')
  })

  it('keeps its ciphertext when it is left out, sent back in clear, or sent back redacted', async () => {
    const { flags, flag, stored } = await encryptedDeck()
    const before = await stored()
    await flags.update(flag.id, { name: 'Vault' })
    await flags.update(flag.id, { filters: { groups: [{ rollout_percentage: 50 }] } })
    await flags.update(flag.id, { filters: { payloads: { true: SECRET } } })
    await flags.update(flag.id, { filters: { payloads: { true: REDACTED_PAYLOAD } } })
    expect(await stored()).toBe(before)
  })

  it('is encrypted when a flag that has one comes to be encrypted', async () => {
    const { flags, store, project } = await testDeck({ encryptionKey: KEY })
    const filters = { groups: [{}], payloads: { true: SECRET } }
    const { id } = await flags.create({ key: 'open', isRemoteConfiguration: true, filters })
    const updated = await flags.update(id, { hasEncryptedPayloads: true })
    expect(updated.filters.payloads).toEqual({ true: SECRET })
    const row = await store.read((tx) => tx.flags.find(project.id, id))
    expect(row?.filters.payloads?.true).not.toContain('hunter2')
  })

  it('is encrypted anew when it changes', async () => {
    const { flags, flag, stored } = await encryptedDeck()
    const before = await stored()
    const updated = await flags.update(flag.id, { filters: { payloads: { true: '"new"' } } })
    expect(updated.filters.payloads).toEqual({ true: '"new"' })
    expect(await stored()).not.toBe(before)
  })

  it('cannot be forged: what a client sends is always encrypted', async () => {
    const { flags, flag, stored } = await encryptedDeck()
    const foreign = await payloadCipher(new Uint8Array(32).fill(9)).seal(SECRET)
    const updated = await flags.update(flag.id, { filters: { payloads: { true: foreign } } })
    expect(updated.filters.payloads).toEqual({ true: foreign })
    expect(await stored()).not.toBe(foreign)
  })

  it('is dropped when the flag stops being encrypted', async () => {
    const { flags, flag, stored } = await encryptedDeck()
    const updated = await flags.update(flag.id, { hasEncryptedPayloads: false })
    expect(updated.filters.payloads).toEqual({})
    expect(await stored()).toBeNull()
  })

  it('is redacted for a project secret, and in clear for a key', async () => {
    const { context } = await encryptedDeck()
    const secret = { ...context, actor: { type: 'project_secret', projectId: context.project.id } as const }
    expect(await readRemoteConfig(secret, 'vault')).toBe(REDACTED_PAYLOAD)
    expect(await readRemoteConfig(context, 'vault')).toBe(SECRET)
  })

  it('is redacted when the key is not the one it was encrypted with', async () => {
    const { flag, store, project } = await encryptedDeck()
    const { createFlagdeck } = await import('../../deck/flagdeck.ts')
    const other = await createFlagdeck({ store, encryptionKey: new Uint8Array(32).fill(9) })
    const { flags } = await other.project(project.id)
    expect((await flags.get(flag.id)).filters.payloads).toEqual({ true: REDACTED_PAYLOAD })
    other.context.snapshots.close()
  })

  it('does not conflict with itself when a client sends back what it read', async () => {
    const { flags, flag } = await encryptedDeck()
    await flags.update(flag.id, { name: 'first' })
    const stale = { version: 1, originalFlag: flag, filters: flag.filters, tags: ['vault'] }
    expect(await flags.update(flag.id, stale)).toMatchObject({ name: 'first', tags: ['vault'] })
  })

  it('is not published', async () => {
    const { flags } = await encryptedDeck()
    expect(flags.evaluate('vault', { distinctId: 'ada' }).reason.code).toBe('flag_not_found')
  })
})

describe('FLAG-94 encryption is refused', () => {
  const input = { key: 'vault', isRemoteConfiguration: true, hasEncryptedPayloads: true }

  it('without a key', async () => {
    const { flags } = await testDeck()
    const creation = flags.create({ ...input, filters: { payloads: { true: '1' } } })
    await expect(creation).rejects.toMatchObject({ attr: 'hasEncryptedPayloads' })
  })

  it.each([{}, { true: REDACTED_PAYLOAD }])('without a payload: %j', async (payloads) => {
    const { flags } = await testDeck({ encryptionKey: KEY })
    const creation = flags.create({ ...input, filters: { payloads } })
    const message = 'An encrypted payload is required when has_encrypted_payloads is true.'
    await expect(creation).rejects.toMatchObject({ message, attr: null })
  })

  it.each([new Uint8Array(31), 'x'.repeat(32)])('with a key that is none: %j', (key) => {
    // Programs without types can pass this.
    expect(() => payloadCipher(key as Uint8Array)).toThrow('encryptionKey must be a Uint8Array of 32 bytes')
  })
})

const OTHER_KEY = new Uint8Array(32).fill(8)

/** Opens the same store with other keys, as after a restart. */
async function restarted(store: Store, encryptionKey: EncryptionKeys | null) {
  const errors: unknown[] = []
  const deck = await createFlagdeck({
    store,
    encryptionKey,
    clock: fixedClock(),
    onError: (error) => errors.push(error),
  })
  return { deck, errors, ...(await deck.project()) }
}

const KEY_WRONG = { code: 'encryption_key_wrong', kind: 'misconfigured' }

describe('a server with the wrong encryption key', () => {
  it.each([
    ['another key', OTHER_KEY, 'wrong'],
    ['no key', null, 'missing'],
  ] as const)('FLAG-131 FLAG-132 with %s starts, says so, and does not return the mask', async (_, key, status) => {
    const { store, flag } = await encryptedDeck()
    const { flags, errors, context } = await restarted(store, key)
    expect(errors).toMatchObject([KEY_WRONG])
    expect(await checkEncryptionKey(store, key)).toMatchObject({ status })
    await expect(flags.remoteConfig('vault')).rejects.toMatchObject({
      ...KEY_WRONG,
      message: /^The payloads of the flag vault cannot be decrypted: /,
    })
    await expect(exportProject(context, { withSecrets: true })).rejects.toMatchObject(KEY_WRONG)
    expect((await flags.get(flag.id)).filters.payloads).toEqual({ true: REDACTED_PAYLOAD })
  })

  it('FLAG-133 encrypts nothing, and edits everything else', async () => {
    const { store, flag, stored } = await encryptedDeck()
    const { flags } = await restarted(store, OTHER_KEY)
    const before = await stored()
    const secret = { filters: { payloads: { true: '"hunter3"' } } }
    await expect(flags.update(flag.id, secret)).rejects.toMatchObject(KEY_WRONG)
    const another = { key: 'safe', isRemoteConfiguration: true, hasEncryptedPayloads: true, ...secret }
    await expect(flags.create(another)).rejects.toMatchObject(KEY_WRONG)
    await flags.update(flag.id, { name: 'Renamed', filters: { payloads: { true: REDACTED_PAYLOAD } } })
    expect(await stored()).toBe(before)
    const { flags: again } = await restarted(store, KEY)
    expect((await again.get(flag.id)).filters.payloads).toEqual({ true: SECRET })
    expect(await again.find('safe')).toBeUndefined()
  })

  it('FLAG-131 is any key while nothing was ever encrypted', async () => {
    const { store } = await testDeck()
    for (const key of [KEY, OTHER_KEY, null]) expect((await restarted(store, key)).errors).toEqual([])
  })
})

describe('the rotation of the encryption key', () => {
  it('FLAG-134 encrypts every payload with the first key, and changes nothing else', async () => {
    const { store, flags, flag, stored, deck: old } = await encryptedDeck()
    const input = { isRemoteConfiguration: true, hasEncryptedPayloads: true }
    const gone = await flags.create({ ...input, key: 'gone', filters: { payloads: { true: '"late"' } } })
    await flags.delete(gone.id)
    const open = await flags.create({ key: 'open', filters: { groups: [{}], payloads: { true: '1' } } })
    const [before, activity] = [await flags.get(flag.id), await flags.activity(flag.id)]
    const both = await restarted(store, [OTHER_KEY, KEY])
    expect(both.errors).toEqual([])
    const sealed = await stored()
    expect(await both.deck.rotateEncryptionKey()).toEqual({ rotated: 2, unreadable: [] })
    expect(await stored()).not.toBe(sealed)
    expect(await both.deck.rotateEncryptionKey()).toEqual({ rotated: 0, unreadable: [] })
    const alone = await restarted(store, OTHER_KEY)
    expect(alone.errors).toEqual([])
    expect(await alone.flags.get(flag.id)).toEqual(before)
    expect(await alone.flags.activity(flag.id)).toEqual(activity)
    expect(await alone.flags.remoteConfig('vault')).toBe(SECRET)
    expect((await alone.flags.restore(gone.id)).filters.payloads).toEqual({ true: '"late"' })
    expect((await alone.flags.get(open.id)).filters.payloads).toEqual({ true: '1' })
    await expect((await old.project()).flags.remoteConfig('vault')).rejects.toMatchObject(KEY_WRONG)
  })

  it('FLAG-135 writes nothing when no key opens a payload, unless that is accepted', async () => {
    const { store, flag, stored, project } = await encryptedDeck()
    const { deck, flags } = await restarted(store, OTHER_KEY)
    const before = await stored()
    await expect(deck.rotateEncryptionKey()).rejects.toMatchObject({
      kind: 'validation',
      message: expect.stringContaining(`vault in project ${project.id}`),
    })
    expect(await stored()).toBe(before)
    const unreadable = [{ projectId: project.id, key: 'vault' }]
    expect(await deck.rotateEncryptionKey({ abandonUnreadable: true })).toMatchObject({ rotated: 0, unreadable })
    expect(await stored()).toBe(before)
    await expect(flags.remoteConfig('vault')).rejects.toMatchObject(KEY_WRONG)
    await flags.update(flag.id, { filters: { payloads: { true: '"hunter3"' } } })
    expect(await flags.remoteConfig('vault')).toBe('"hunter3"')
  })

  it('FLAG-134 is for the system, and needs a key', async () => {
    const { deck, member } = await encryptedDeck()
    await expect(deck.as(member).rotateEncryptionKey()).rejects.toMatchObject({ kind: 'permission_denied' })
    await expect((await testDeck()).deck.rotateEncryptionKey()).rejects.toThrow(
      'No encryption key is set: set FLAGDECK_ENCRYPTION_KEY, or the encryptionKey option of the library.',
    )
  })
})
