import { describe, expect, it } from 'vitest'
import type { ProjectContext } from '../../../runtime/context.ts'
import { IdempotentRequest } from '../../../runtime/idempotency/idempotent-request.ts'
import { testDeck } from '../../../testing/test-deck.ts'
import { type FlagSwitch, switchFlag } from './switch-flag.ts'

const SWITCHES: readonly FlagSwitch[] = ['enable', 'disable', 'archive', 'unarchive']

/** Returns the context of another request with the same key. */
function keyed(ctx: ProjectContext): ProjectContext {
  return { ...ctx, idempotency: new IdempotentRequest(ctx, { key: 'key', fingerprint: 'same' }) }
}

describe('switching a flag', () => {
  it.each([
    ['disable', { active: true }, { active: false, archived: false }],
    ['enable', { active: false }, { active: true, archived: false }],
    ['archive', { active: true }, { active: false, archived: true }],
    ['archive', { active: false }, { active: false, archived: true }],
    ['unarchive', { active: false, archived: true }, { active: false, archived: false }],
  ] as const)('FLAG-100 %s makes of %o %o, as one version with its entry', async (to, sent, expected) => {
    const { context, flags } = await testDeck()
    const { id } = await flags.create({ key: 'k', ...sent })
    expect(await switchFlag(context, id, to)).toMatchObject({ ...expected, version: 2 })
    const { items } = await flags.activity(id)
    expect(items.map(({ verb }) => verb)).toEqual(['updated', 'created'])
  })

  it.each([
    ['disable', { active: false }],
    ['enable', { active: true }],
    ['archive', { active: false, archived: true }],
    ['unarchive', { active: false }],
    ['unarchive', { active: true }],
  ] as const)('FLAG-100 %s writes nothing where a flag is %o already', async (to, sent) => {
    const { context, flags, store, project } = await testDeck()
    const flag = await flags.create({ key: 'k', filters: { groups: [{}] }, ...sent })
    const version = await store.read(async (tx) => (await tx.projects.find(project.id))?.version)
    expect(await switchFlag(context, flag.id, to)).toEqual(flag)
    expect(await store.read(async (tx) => (await tx.projects.find(project.id))?.version)).toBe(version)
    expect((await flags.activity(flag.id)).count).toBe(1)
  })

  it.each([
    ['disable', { active: false }],
    ['enable', { active: true }],
    ['archive', { active: false, archived: true }],
    ['unarchive', { active: false }],
  ] as const)(
    'FLAG-100 %s writes nothing where a flag is %o already, with an idempotency key too',
    async (to, sent) => {
      const { context, flags, store, project } = await testDeck()
      const flag = await flags.create({ key: 'k', filters: { groups: [{}] }, ...sent })
      const version = await store.read(async (tx) => (await tx.projects.find(project.id))?.version)
      expect(await switchFlag(keyed(context), flag.id, to)).toEqual(flag)
      expect(await store.read(async (tx) => (await tx.projects.find(project.id))?.version)).toBe(version)
      expect((await flags.activity(flag.id)).count).toBe(1)
    },
  )

  it.each(SWITCHES)('IDEM-1 %s answers as the first time, also when the flag was deleted since', async (to) => {
    const { context, flags } = await testDeck()
    const { id } = await flags.create({ key: 'k', active: to === 'disable', archived: to === 'unarchive' })
    const first = await switchFlag(keyed(context), id, to)
    const deleted = await flags.delete(id)
    expect(await switchFlag(keyed(context), id, to)).toEqual(first)
    expect(await flags.get(id)).toEqual(deleted)
  })

  it.each(SWITCHES)('FLAG-100 %s refuses a flag that is deleted, and writes nothing', async (to) => {
    const { context, flags } = await testDeck()
    const { id } = await flags.create({ key: 'k' })
    const deleted = await flags.delete(id)
    await expect(switchFlag(context, id, to)).rejects.toMatchObject({
      kind: 'validation',
      message: `Cannot ${to} a deleted feature flag. Restore it first.`,
    })
    expect(await flags.get(id)).toEqual(deleted)
  })

  it('FLAG-100 keeps the rules of an update: dependants, disabled dependencies, archived flags', async () => {
    const { context, flags } = await testDeck()
    const base = await flags.create({ key: 'base' })
    const property = { key: String(base.id), type: 'flag', operator: 'flag_evaluates_to', value: true } as const
    const top = await flags.create({ key: 'top', filters: { groups: [{ properties: [property] }] } })
    for (const to of ['disable', 'archive'] as const) {
      await expect(switchFlag(context, base.id, to)).rejects.toThrow(
        `Cannot disable this feature flag because other flags depend on it: top (ID: ${top.id}).`,
      )
    }
    await switchFlag(context, top.id, 'disable')
    await switchFlag(context, base.id, 'archive')
    await expect(switchFlag(context, top.id, 'enable')).rejects.toThrow('because it depends on disabled flags')
    await expect(switchFlag(context, base.id, 'enable')).rejects.toThrow('Cannot enable an archived feature flag.')
  })

  it('FLAG-100 is for those who may edit the flag, also where it is so already', async () => {
    const { as, member, flags } = await testDeck({ organization: { defaultFlagAccessLevel: 21 } })
    const { id } = await flags.create({ key: 'k' })
    const ctx = await as(member)
    for (const to of ['enable', 'disable'] as const) {
      await expect(switchFlag(ctx, id, to)).rejects.toMatchObject({ kind: 'permission_denied' })
    }
    const readOnly = await as(member, { scopes: ['feature_flag:read'] })
    await expect(switchFlag(readOnly, id, 'enable')).rejects.toMatchObject({ kind: 'permission_denied' })
    expect(await flags.get(id)).toMatchObject({ version: 1 })
  })

  it('FLAG-13 knows no flag of another project', async () => {
    const { context } = await testDeck()
    await expect(switchFlag(context, 12_345, 'enable')).rejects.toMatchObject({ kind: 'not_found' })
  })
})
