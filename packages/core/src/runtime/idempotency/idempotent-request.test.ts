import { describe, expect, it } from 'vitest'
import { userOf } from '../../data/records/actor.ts'
import { IDEMPOTENCY_KEY_TTL_MS, isIdempotencyKey } from '../../data/records/idempotency-key.ts'
import { MEMBERSHIP_LEVELS } from '../../data/records/membership.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { createFlag } from '../../features/flags/create-flag.ts'
import { retrieveFlag } from '../../features/flags/retrieve-flag.ts'
import { updateFlag } from '../../features/flags/update-flag.ts'
import { createRole } from '../../features/identity/change-role.ts'
import { createProject } from '../../features/identity/create-project.ts'
import { newProjectRow } from '../../testing/row-builders.ts'
import { type TestDeckOptions, testDeck } from '../../testing/test-deck.ts'
import { writeStore } from '../change-project.ts'
import type { Context, ProjectContext } from '../context.ts'
import { IdempotentRequest } from './idempotent-request.ts'
import type { IdempotentRequestOptions } from './request-row.ts'

const INPUT = { key: 'beta', filters: { groups: [{ rollout_percentage: 25 }] } }

/** Returns the context of another request with a key. */
function keyed<C extends Context>(ctx: C, options: Partial<IdempotentRequestOptions> = {}) {
  const idempotency = new IdempotentRequest(ctx, { key: 'key', fingerprint: 'same', ...options })
  return { ...ctx, idempotency }
}

/** Returns a deck and a member of its project. */
async function trial(options?: TestDeckOptions) {
  const deck = await testDeck(options)
  const ctx = await deck.as(deck.member)
  const flags = () => deck.store.read((tx) => tx.flags.changedSince(ctx.project.id, 0))
  return { ...deck, ctx, flags }
}

const activityOf = (tx: ReadTransaction, { project }: ProjectContext) =>
  tx.activity.list(project.id, { scope: 'FeatureFlag' }, { limit: 100, offset: 0 })

describe('a request that is sent again', () => {
  it('IDEM-1 is carried out once, and resolves with the same', async () => {
    const { ctx, flags, store } = await trial()
    const first = keyed(ctx)
    const flag = await createFlag(first, INPUT)
    expect(first.idempotency.isRepeated).toBe(false)
    const { version } = (await store.read((tx) => tx.projects.find(ctx.project.id))) ?? {}
    const again = keyed(ctx)
    expect(await createFlag(again, INPUT)).toEqual(flag)
    expect(again.idempotency.isRepeated).toBe(true)
    expect(await flags()).toHaveLength(1)
    expect((await store.read((tx) => activityOf(tx, ctx))).count).toBe(1)
    expect((await store.read((tx) => tx.projects.find(ctx.project.id)))?.version).toBe(version)
  })

  it('IDEM-1 resolves with what it resolved with, whatever happened since', async () => {
    const { ctx } = await trial()
    const flag = await createFlag(keyed(ctx), INPUT)
    await updateFlag(ctx, flag.id, { key: 'renamed' })
    expect(await createFlag(keyed(ctx), INPUT)).toEqual(flag)
    expect(await retrieveFlag(ctx, flag.id)).toMatchObject({ key: 'renamed' })
  })

  it('IDEM-1 makes an instance answer with the change, also one that did not hear of it', async () => {
    const { ctx, store } = await trial()
    const elsewhere = await testDeck({ store })
    const { context, flags } = await elsewhere.deck.project(ctx.project.id)
    await createFlag(keyed(ctx), INPUT)
    const reason = () => flags.evaluate('beta', { distinctId: 'ada' }).reason.code
    expect(reason()).toBe('flag_not_found')
    await createFlag(keyed({ ...context, actor: ctx.actor }), INPUT)
    expect(reason()).not.toBe('flag_not_found')
  })

  it('IDEM-5 of many at once, one is carried out', async () => {
    const { ctx, flags } = await trial()
    const requests = Array.from({ length: 20 }, () => keyed(ctx))
    const answers = await Promise.all(requests.map((request) => createFlag(request, INPUT)))
    expect(await flags()).toHaveLength(1)
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(requests.filter(({ idempotency }) => !idempotency.isRepeated)).toHaveLength(1)
  })

  it('IDEM-4 is carried out when it was refused', async () => {
    const { ctx, flags } = await trial()
    const rival = await createFlag(ctx, INPUT)
    const refusal = { kind: 'validation', code: 'unique' }
    await expect(createFlag(keyed(ctx), INPUT)).rejects.toMatchObject(refusal)
    await expect(createFlag(keyed(ctx), INPUT)).rejects.toMatchObject(refusal)
    await updateFlag(ctx, rival.id, { deleted: true })
    const request = keyed(ctx)
    await createFlag(request, INPUT)
    expect(request.idempotency.isRepeated).toBe(false)
    expect((await flags()).filter(({ deleted }) => !deleted)).toHaveLength(1)
  })

  it('IDEM-3 is refused when it is another one', async () => {
    const { ctx, flags } = await trial()
    await createFlag(keyed(ctx), INPUT)
    await expect(createFlag(keyed(ctx, { fingerprint: 'other' }), { key: 'other' })).rejects.toMatchObject({
      kind: 'unprocessable',
      code: 'idempotency_key_reused',
      attr: null,
    })
    expect(await flags()).toHaveLength(1)
  })
})

describe('a key', () => {
  it('IDEM-2 is 1 to 255 visible ASCII characters', () => {
    for (const key of ['a', '"quoted"', '8e03978e-40d5-43dd-bc93-6894a57f9324', '!~', 'x'.repeat(255)]) {
      expect(isIdempotencyKey(key), key).toBe(true)
    }
    for (const key of ['', ' ', 'a b', 'a\n', 'é', '\u007f', '\0', 'x'.repeat(256)]) {
      expect(isIdempotencyKey(key), key).toBe(false)
    }
  })

  it('IDEM-6 is that of one caller: of a personal key, or of who acts without one', async () => {
    const { as, member, owner, context, flags } = await trial()
    const callers = [await as(member), await as(member, { id: 'a' }), await as(member, { id: 'b' }), await as(owner)]
    for (const [n, ctx] of [...callers, context].entries()) await createFlag(keyed(ctx), { key: `flag-${n}` })
    expect(await flags()).toHaveLength(5)
  })

  it('IDEM-6 is that of one project, or of the organization', async () => {
    const { ctx, deck, store, inOrganization, admin, organization, as } = await trial()
    const sister = await store.write((tx) => tx.projects.insert(newProjectRow({ organizationId: organization.id })))
    const inSister = (await deck.as(admin).project(sister.id)).context
    const people = await inOrganization(admin)
    const answers = [
      await createFlag(keyed(await as(admin)), INPUT),
      await createFlag(keyed(inSister), INPUT),
      await createRole(keyed(people), { name: 'Editors' }),
    ]
    expect(new Set(answers.map(({ id }) => id)).size).toBe(3)
    expect(await createRole(keyed(people), { name: 'Editors' })).toEqual(answers[2])
    await expect(createProject(keyed(people, { fingerprint: 'other' }), {})).rejects.toMatchObject({
      kind: 'unprocessable',
    })
    expect(await createFlag(keyed(ctx), { key: 'of-a-member' })).toMatchObject({ key: 'of-a-member' })
  })

  it('IDEM-7 is good for a day', async () => {
    const { ctx, clock, flags } = await trial()
    await createFlag(keyed(ctx), INPUT)
    clock.advance(IDEMPOTENCY_KEY_TTL_MS - 1)
    await createFlag(keyed(ctx), INPUT)
    expect(await flags()).toHaveLength(1)
    clock.advance(1)
    const late = keyed(ctx, { fingerprint: 'other' })
    await createFlag(late, { key: 'late' })
    expect(late.idempotency.isRepeated).toBe(false)
    expect(await flags()).toHaveLength(2)
    clock.advance(IDEMPOTENCY_KEY_TTL_MS - 1)
    await expect(createFlag(keyed(ctx), INPUT)).rejects.toMatchObject({ kind: 'unprocessable' })
  })
})

describe('the permissions of a repetition', () => {
  it('IDEM-13 are those that the caller has now', async () => {
    const { admin, inOrganization, store, organization } = await trial()
    const people = await inOrganization(admin)
    const project = await createProject(keyed(people), {})
    expect(await createProject(keyed(people), {})).toEqual(project)
    await store.write(async (tx) => {
      const membership = await tx.memberships.find(organization.id, admin.id)
      if (membership) await tx.memberships.update({ ...membership, level: MEMBERSHIP_LEVELS.member })
    })
    const demoted = keyed(people)
    await expect(createProject(demoted, {})).rejects.toMatchObject({ kind: 'permission_denied' })
    expect(demoted.idempotency.isRepeated).toBe(false)
    const projects = await store.read((tx) => tx.projects.list([organization.id], { limit: 10, offset: 0 }))
    expect(projects.count).toBe(2)
  })

  it('IDEM-13 are those of the key, too', async () => {
    const { as, member } = await trial()
    const ctx = await as(member, { id: 'a' })
    await createFlag(keyed(ctx), INPUT)
    const { actor } = ctx
    if (actor.type !== 'user' || !actor.key) throw new Error('a personal key acts')
    const narrowed = { ...ctx, actor: { ...actor, key: { ...actor.key, scopes: ['feature_flag:read'] as const } } }
    await expect(createFlag(keyed(narrowed), INPUT)).rejects.toMatchObject({ kind: 'permission_denied' })
  })

  it('IDEM-13 leave nothing behind, not even for an instant', async () => {
    const { ctx, flags, store } = await trial()
    await createFlag(keyed(ctx), INPUT)
    const [flag] = await flags()
    await updateFlag(ctx, flag?.id ?? 0, { deleted: true })
    const before = await flags()
    const again = keyed(ctx)
    await createFlag(again, INPUT)
    expect(again.idempotency.isRepeated).toBe(true)
    expect(await flags()).toEqual(before)
    expect((await store.read((tx) => activityOf(tx, ctx))).count).toBe(2)
  })
})

describe('what is kept', () => {
  const keptOf = ({ store, project, actor }: ProjectContext) => {
    const scope = `project/${project.id}/user/${userOf(actor)?.id}`
    return store.write((tx) => tx.idempotencyKeys.lock(project.organizationId, scope, 'key'))
  }

  it('IDEM-8 is encrypted where payloads are', async () => {
    const { ctx, flags } = await trial({ encryptionKey: new Uint8Array(32).fill(7) })
    const filters = { groups: [{}], payloads: { true: '"s3cret"' } }
    const secret = { key: 'secret', isRemoteConfiguration: true, hasEncryptedPayloads: true, filters }
    const flag = await createFlag(keyed(ctx), secret)
    expect(flag.filters).toMatchObject({ payloads: filters.payloads })
    expect((await keptOf(ctx))?.answer).toEqual(expect.not.stringContaining('s3cret'))
    expect(await createFlag(keyed(ctx), secret)).toEqual(flag)
    const withoutKey = createFlag(keyed({ ...ctx, payloadCipher: null }), INPUT)
    await expect(withoutKey).rejects.toMatchObject({ kind: 'unprocessable', code: 'idempotency_key_unreadable' })
    expect(await flags()).toHaveLength(1)
  })

  it.each(['', 'null', '{"result":{}}', '{"format":2,"result":{}}'])(
    'IDEM-8 is not carried out again when nobody can read it: %s',
    async (answer) => {
      const { ctx, store, flags } = await trial()
      await createFlag(keyed(ctx), INPUT)
      const kept = await keptOf(ctx)
      if (!kept) throw new Error('nothing was kept')
      await store.write((tx) => tx.idempotencyKeys.save({ ...kept, answer }))
      await expect(createFlag(keyed(ctx), { key: 'again' })).rejects.toMatchObject({
        code: 'idempotency_key_unreadable',
      })
      expect(await flags()).toHaveLength(1)
    },
  )

  it('IDEM-9 must be JSON, or nothing is written', async () => {
    const { ctx, store } = await trial()
    const name = 'renamed'
    const rename = writeStore(keyed(ctx), async (tx) => {
      await tx.projects.update({ ...ctx.project, name })
      return { tags: new Set(['a']) }
    })
    await expect(rename).rejects.toBeInstanceOf(TypeError)
    expect((await store.read((tx) => tx.projects.find(ctx.project.id)))?.name).not.toBe(name)
  })

  it('IDEM-9 may be nothing at all', async () => {
    const { ctx } = await trial()
    expect(await writeStore(keyed(ctx), async () => undefined)).toBeUndefined()
    const again = keyed(ctx)
    expect(await writeStore(again, async () => 'other')).toBeUndefined()
    expect(again.idempotency.isRepeated).toBe(true)
  })

  it('IDEM-9 is of one write: an operation that makes two is a mistake', async () => {
    const { ctx } = await trial()
    const request = keyed(ctx)
    await writeStore(request, async () => 1)
    await expect(writeStore(request, async () => 2)).rejects.toThrow('must write once')
  })

  it('IDEM-9 is of a project or an organization', async () => {
    const { deck } = await trial()
    await expect(writeStore(keyed(deck.context), async () => 1)).rejects.toThrow('for a project or an organization')
  })
})
