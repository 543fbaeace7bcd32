import { describe, expect, it } from 'vitest'
import { newFlagIndex } from '../../testing/row-builders.ts'
import { testDeck } from '../../testing/test-deck.ts'

const refusal = (message: string) => ({ kind: 'validation', code: 'invalid_input', attr: null, message })
const CONTINUITY = refusal(
  "Cannot enable 'persist across authentication steps' when using device ID bucketing. These features are incompatible.",
)
const REMOTE = refusal('Encrypted payloads require the flag to be a remote configuration.')
const PAYLOAD = refusal('An encrypted payload is required when has_encrypted_payloads is true.')
const ARCHIVE = refusal(
  'Cannot archive an enabled feature flag. Disable it first, or send active: false in the same request.',
)
const ENABLE = refusal('Cannot enable an archived feature flag. Unarchive it first.')

describe('device bucketing and experience continuity', () => {
  const both = { bucketingIdentifier: 'device_id', ensureExperienceContinuity: true } as const

  it('FLAG-70 do not go together', async () => {
    const { flags } = await testDeck()
    await expect(flags.create({ key: 'a', ...both })).rejects.toMatchObject(CONTINUITY)
    const device = await flags.create({ key: 'b', bucketingIdentifier: 'device_id' })
    await expect(flags.update(device.id, { ensureExperienceContinuity: true })).rejects.toMatchObject(CONTINUITY)
    const continuous = await flags.create({ key: 'c', ensureExperienceContinuity: true })
    await expect(flags.update(continuous.id, { bucketingIdentifier: 'device_id' })).rejects.toMatchObject(CONTINUITY)
  })

  it('FLAG-70 may be swapped for one another', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a', ensureExperienceContinuity: true })
    const swapped = { bucketingIdentifier: 'device_id', ensureExperienceContinuity: null } as const
    await expect(flags.update(id, swapped)).resolves.toMatchObject(swapped)
  })

  it('FLAG-70 may stay where they are stored already', async () => {
    const { flags, store, context } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    await store.write(async (tx) => {
      const flag = await tx.flags.find(context.project.id, id)
      if (flag) await tx.flags.update({ ...flag, ...both }, newFlagIndex(flag), 1)
    })
    await expect(flags.update(id, { name: 'x', ...both })).resolves.toMatchObject(both)
  })
})

describe('encrypted payloads', () => {
  it('FLAG-71 need remote configuration', async () => {
    const { flags } = await testDeck()
    await expect(flags.create({ key: 'a', hasEncryptedPayloads: true })).rejects.toMatchObject(REMOTE)
    const { id } = await flags.create({ key: 'b' })
    await expect(flags.update(id, { hasEncryptedPayloads: true })).rejects.toMatchObject(REMOTE)
  })

  it('FLAG-71 need a payload', async () => {
    const { flags } = await testDeck()
    const input = { key: 'a', hasEncryptedPayloads: true, isRemoteConfiguration: true }
    await expect(flags.create(input)).rejects.toMatchObject(PAYLOAD)
    await expect(flags.create({ ...input, filters: { payloads: null } })).rejects.toMatchObject(PAYLOAD)
  })

  it('FLAG-71 need an encryption key, which there is none', async () => {
    const { flags } = await testDeck()
    const input = { hasEncryptedPayloads: true, isRemoteConfiguration: true, filters: { payloads: { true: '1' } } }
    await expect(flags.create({ key: 'a', ...input })).rejects.toMatchObject({
      attr: 'hasEncryptedPayloads',
      message:
        'Encrypted payloads require an encryption key: set FLAGDECK_ENCRYPTION_KEY, or the encryptionKey option of the library.',
    })
  })
})

describe('archiving', () => {
  it('FLAG-72 is for disabled flags', async () => {
    const { flags } = await testDeck()
    await expect(flags.create({ key: 'a', archived: true })).rejects.toMatchObject(ARCHIVE)
    const { id } = await flags.create({ key: 'b' })
    await expect(flags.update(id, { archived: true })).rejects.toMatchObject(ARCHIVE)
    await expect(flags.update(id, { archived: true, active: true })).rejects.toMatchObject(ARCHIVE)
    await expect(flags.update(id, { archived: true, active: false })).resolves.toMatchObject({
      archived: true,
      active: false,
      status: 'archived',
    })
  })

  it('FLAG-72 keeps a flag from being enabled', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a', active: false, archived: true })
    await expect(flags.update(id, { active: true })).rejects.toMatchObject(ENABLE)
    await expect(flags.update(id, { active: true, archived: false })).resolves.toMatchObject({ active: true })
  })
})

it('FLAG-2 tells of every rule about the whole flag that is broken', async () => {
  const { flags } = await testDeck()
  const refused = flags.create({
    key: 'a',
    bucketingIdentifier: 'device_id',
    ensureExperienceContinuity: true,
    hasEncryptedPayloads: true,
    archived: true,
  })
  await expect(refused).rejects.toMatchObject({
    violations: [CONTINUITY, REMOTE, ARCHIVE].map(({ message }) => ({ attr: null, detail: message })),
  })
})
