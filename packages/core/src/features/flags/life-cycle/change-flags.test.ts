import { describe, expect, it, onTestFinished } from 'vitest'
import { IDEMPOTENCY_KEY_TTL_MS } from '../../../data/records/idempotency-key.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { IdempotentRequest } from '../../../runtime/idempotency/idempotent-request.ts'
import { testDeck } from '../../../testing/test-deck.ts'
import { watchedWrites } from '../../../testing/watched-writes.ts'
import { revokeKey } from '../../identity/keys/own-keys.ts'
import { applyImport } from '../../portability/import-project.ts'
import { updateFlag } from '../update-flag.ts'
import { deleteFlags } from './delete-flags.ts'
import { tagFlags } from './tag-flags.ts'

const MANY = 250

function lookingAt(id: number) {
  const property = { key: String(id), type: 'flag', operator: 'flag_evaluates_to', value: true } as const
  return { groups: [{ properties: [property] }] }
}

async function deckWithFlags() {
  const deck = await testDeck()
  const documents = Array.from({ length: MANY }, (_, n) => ({ key: `flag-${n}` }))
  await applyImport(deck.context, { flagdeck_export: 1, flags: documents })
  const { items } = await deck.flags.list({}, { limit: 1000 })
  const ids = items.map(({ id }) => id).toSorted((a, b) => a - b)
  const liveCount = async () => (await deck.flags.list({}, { limit: 1 })).count
  return { ...deck, ids, liveCount }
}

/** Returns the context with a callback before each of its writes. The callback receives the number of the write. */
function numberedWrites(ctx: ProjectContext, beforeWrite: (write: number) => unknown): ProjectContext {
  let writes = 0
  return watchedWrites(ctx, () => beforeWrite(++writes))
}

function keyed(ctx: ProjectContext, key: string, fingerprint = key): ProjectContext {
  return { ...ctx, idempotency: new IdempotentRequest(ctx, { key, fingerprint }) }
}

describe('changing many flags', () => {
  it('WRITE-12 is several transactions, of which instances are notified once', async () => {
    const { context, bus, ids, liveCount } = await deckWithFlags()
    let notifications = 0
    onTestFinished(bus.subscribe(() => void notifications++))
    let writes = 0
    const ctx = numberedWrites(context, () => void writes++)
    const tagged = await tagFlags(ctx, { ids, action: 'add', tags: ['x'] })
    expect(tagged).toEqual({ updated: ids.map((id) => ({ id, tags: ['x'] })), skipped: [] })
    expect([writes, notifications]).toEqual([3, 1])
    const { deleted, errors } = await deleteFlags(ctx, { ids: [...ids, 9999] })
    expect(deleted.map(({ id }) => id)).toEqual(ids)
    expect(errors).toEqual([{ id: 9999, reason: 'Flag not found' }])
    expect([writes, notifications]).toEqual([6, 2])
    expect(await liveCount()).toBe(0)
  })

  it('WRITE-12 also counts the bytes of flags', async () => {
    const { context, flags } = await testDeck()
    const properties = [{ key: 'email', type: 'person', operator: 'exact', value: 'x'.repeat(400_000) }] as const
    const ids: number[] = []
    for (const key of ['a', 'b', 'c']) ids.push((await flags.create({ key, filters: { groups: [{ properties }] } })).id)
    let writes = 0
    await deleteFlags(
      numberedWrites(context, () => void writes++),
      { ids },
    )
    expect(writes).toBe(2)
  })

  it('WRITE-12 deletes a flag after the flags that depend on it, in any order of creation', async () => {
    const { context, flags, ids, liveCount } = await deckWithFlags()
    const [base = 0] = ids
    const dependent = await flags.create({ key: 'dependent', filters: lookingAt(base) })
    const last = await flags.create({ key: 'last', filters: lookingAt(dependent.id) })
    const { deleted, errors } = await deleteFlags(context, { ids: [...ids, dependent.id, last.id] })
    expect([deleted.length, errors]).toEqual([ids.length + 2, []])
    expect(await liveCount()).toBe(0)
  })

  it('WRITE-12 checks each part: a flag is not deleted if another flag began to depend on it meanwhile', async () => {
    const { context, flags, ids, liveCount } = await deckWithFlags()
    const [needed = 0] = ids.slice(-1)
    const other = await flags.create({ key: 'other' })
    const ctx = numberedWrites(
      context,
      (write) => write === 2 && updateFlag(context, other.id, { filters: lookingAt(needed) }),
    )
    const { deleted, errors } = await deleteFlags(ctx, { ids })
    expect(deleted).toHaveLength(ids.length - 1)
    expect(errors).toEqual([{ id: needed, key: 'flag-249', reason: expect.stringContaining('depend on it: other') }])
    expect(await liveCount()).toBe(2)
  })

  it('WRITE-13 stops before the next part when the key of the caller was revoked', async () => {
    const { as, admin, flags, ids, liveCount } = await deckWithFlags()
    const owner = await as(admin)
    const ctx = numberedWrites(await as(admin, { id: 'bulk' }), (write) => write === 2 && revokeKey(owner, 'bulk'))
    await expect(deleteFlags(ctx, { ids })).rejects.toMatchObject({ kind: 'authentication_failed' })
    expect(await liveCount()).toBe(MANY - 100)
    expect(flags.evaluate('flag-0', { distinctId: 'ada' })).toMatchObject({ reason: { code: 'flag_not_found' } })
  })

  it('WRITE-12 skips flags that no longer match the filter', async () => {
    const { context, flags, ids } = await deckWithFlags()
    const [changed = 0] = ids.slice(0, 1)
    const ctx = numberedWrites(context, (write) => write === 2 && updateFlag(context, changed, { active: false }))
    const { deleted, errors } = await deleteFlags(ctx, { filters: { active: 'true' } })
    expect([deleted.length, errors]).toEqual([ids.length - 1, []])
    expect(await flags.get(changed)).toMatchObject({ deleted: false })
  })

  it('WRITE-12 leaves the parts before one that fails written, and announces them', async () => {
    const { context, flags, ids, liveCount } = await deckWithFlags()
    const ctx = numberedWrites(context, (write) => {
      if (write === 3) throw new Error('away')
    })
    await expect(deleteFlags(ctx, { ids })).rejects.toThrow('away')
    expect(await liveCount()).toBe(50)
    expect(flags.evaluate('flag-0', { distinctId: 'ada' })).toMatchObject({ reason: { code: 'flag_not_found' } })
    expect((await deleteFlags(context, { ids })).deleted).toHaveLength(50)
  })

  it('WRITE-12 returns the first result to a request that is sent again', async () => {
    const { context, ids } = await deckWithFlags()
    const tag = (ctx: ProjectContext, name: string) => tagFlags(ctx, { ids, action: 'set', tags: [name] })
    const tagged = await tag(keyed(context, 'tag'), 'x')
    await tag(context, 'y')
    expect(await tag(keyed(context, 'tag'), 'x')).toEqual(tagged)
    const deleted = await deleteFlags(keyed(context, 'delete'), { ids })
    expect(deleted.deleted).toHaveLength(ids.length)
    expect(await deleteFlags(keyed(context, 'delete'), { ids })).toEqual(deleted)
  })

  it('IDEM-15 carries out one of two requests with one key, and refuses the other before it writes', async () => {
    const { context, ids, liveCount } = await deckWithFlags()
    const [first, second] = [ids.slice(0, 125), ids.slice(125)]
    const refused = keyed(context, 'key', 'second')
    let refusal: unknown
    const ctx = numberedWrites(keyed(context, 'key', 'first'), async (write) => {
      if (write === 3) refusal = await deleteFlags(refused, { ids: second }).catch((error: unknown) => error)
    })
    expect((await deleteFlags(ctx, { ids: first })).deleted).toHaveLength(125)
    expect(refusal).toMatchObject({ code: 'idempotency_key_reused' })
    expect(await liveCount()).toBe(125)
  })

  it.each([1, 2, 3, 4])(
    'IDEM-15 repeats a request while part %i is written: both get the whole result',
    async (part) => {
      const { context, ids, liveCount } = await deckWithFlags()
      let during: unknown
      const ctx = numberedWrites(keyed(context, 'key'), async (write) => {
        if (write === part) during = await deleteFlags(keyed(context, 'key'), { ids })
      })
      const deleted = await deleteFlags(ctx, { ids })
      expect(deleted.deleted.map(({ id }) => id)).toEqual(ids)
      expect(deleted.errors).toEqual([])
      expect(during).toEqual(deleted)
      const again = keyed(context, 'key')
      expect(await deleteFlags(again, { ids })).toEqual(deleted)
      expect(again.idempotency?.isRepeated).toBe(true)
      expect(await liveCount()).toBe(0)
    },
  )

  it.each([2, 3, 4])(
    'IDEM-15 continues a request that stopped before write %i, and returns all of it',
    async (write) => {
      const { context, ids, liveCount } = await deckWithFlags()
      const choice = { filters: { active: 'true' } }
      const ctx = numberedWrites(keyed(context, 'key'), (number) => {
        if (number === write) throw new Error('away')
      })
      await expect(deleteFlags(ctx, choice)).rejects.toThrow('away')
      const rest = keyed(context, 'key')
      const { deleted, errors } = await deleteFlags(rest, choice)
      expect([deleted.map(({ id }) => id), errors]).toEqual([ids, []])
      expect(rest.idempotency?.isRepeated).toBe(false)
      expect(await liveCount()).toBe(0)
    },
  )

  it('IDEM-15 frees the key of all parts after 24 hours', async () => {
    const { context, clock, ids } = await deckWithFlags()
    const tag = (name: string) => tagFlags(keyed(context, 'key'), { ids, action: 'set', tags: [name] })
    await tag('x')
    clock.advance(IDEMPOTENCY_KEY_TTL_MS)
    expect((await tag('y')).updated[0]).toMatchObject({ tags: ['y'] })
  })
})
