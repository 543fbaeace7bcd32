import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Store, Transaction } from '../../data/store.ts'
import { SerializationFailure } from '../../data/store-errors.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { IdempotentRequest } from '../../runtime/idempotency/idempotent-request.ts'
import { CLAIM_TTL_MS } from '../../runtime/idempotency/part-claim.ts'
import { fileOf, furnishedDeck } from '../../testing/portability/furnished-deck.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { watchedWrites } from '../../testing/watched-writes.ts'
import { createDashboard } from '../dashboards/create-dashboard.ts'
import { createFlag } from '../flags/create-flag.ts'
import { updateFlag } from '../flags/update-flag.ts'
import { createRole, deleteRole } from '../identity/change-role.ts'
import { revokeKey } from '../identity/keys/own-keys.ts'
import { exportProject } from './export-project.ts'
import { applyImport, planImport, prepareImport } from './import-project.ts'
import type { ImportRefused } from './import-refused.ts'

function documentOf(count: number, fields: object = {}) {
  const flags = Array.from({ length: count }, (_, n) => ({ key: `flag-${n}`, name: `Flag ${n}`, ...fields }))
  return { flagdeck_export: 1, flags }
}

describe('a dry run of an import', () => {
  it('DRY-3 never begins a write', async () => {
    const { context } = await furnishedDeck()
    const document = fileOf(await exportProject(context))
    let writes = 0
    const ctx = watchedWrites(context, () => void writes++)
    expect((await planImport(ctx, { ...document, ...documentOf(20) }, { prune: true })).changes.length).toBeGreaterThan(
      20,
    )
    await expect(planImport(ctx, documentOf(1, { key: 'not a key' }))).rejects.toThrow('Only letters')
    expect(writes).toBe(0)
  })

  it('DRY-3 plans what the import then does, for all that a document can have', async () => {
    const { context } = await furnishedDeck()
    const document = fileOf(await exportProject(context))
    const changed = {
      ...document,
      flags: [
        ...document.flags.slice(2).map((flag) => ({ ...flag, name: 'changed' })),
        { key: 'new', filters: { groups: [{}] } },
      ],
      dashboards: document.dashboards.slice(1),
      cohorts: document.cohorts,
    }
    const plan = await planImport(context, changed)
    expect(await applyImport(context, changed)).toEqual(plan)
    expect((await planImport(context, changed)).changes).toEqual([])
  })
})

describe('a large import', () => {
  it('PORT-20 is written in parts, and once in all that it says', async () => {
    const { context, flags } = await testDeck()
    const plan = await applyImport(context, documentOf(700))
    expect(plan.changes).toHaveLength(700)
    expect((await flags.list({}, { limit: 1 })).count).toBe(700)
    expect(flags.evaluate('flag-699', { distinctId: 'ada' })).toMatchObject({ reason: { code: 'no_condition_match' } })
    expect(await applyImport(context, documentOf(700))).toMatchObject({ changes: [], unchanged: 700 })
  })

  it('PORT-20 lets other writes in between, and stops when one of them changed the project', async () => {
    const { context, flags } = await testDeck()
    const other = await createFlag(context, { key: 'other' })
    let clock = 0
    const { now } = performance
    // Each read of the clock is 20 ms later: a part is over after some flags.
    performance.now = () => (clock += 20)
    let writes = 0
    let stopped: unknown
    const ctx = watchedWrites(context, async () => {
      if (++writes === 4) await updateFlag(context, other.id, { name: 'changed' })
    })
    try {
      stopped = await applyImport(ctx, documentOf(600)).catch((error: unknown) => error)
    } finally {
      performance.now = now
    }
    const written = (await flags.list({}, { limit: 1 })).count - 1
    expect(stopped).toMatchObject({
      message:
        `The import stopped after ${written} of 600 changes, which were saved: ` +
        'The project was changed by another request. Import the file again to continue.',
    })
    expect(written).toBeGreaterThan(0)
    expect(written).toBeLessThan(600)
    expect(await flags.get(other.id)).toMatchObject({ name: 'changed' })
    const rest = await applyImport(context, documentOf(600))
    expect(rest).toMatchObject({ unchanged: written })
    expect(rest.changes).toHaveLength(600 - written)
  })

  it('WRITE-13 stops before the next part when the key of the caller was revoked', async () => {
    const { as, admin, flags } = await testDeck()
    const owner = await as(admin)
    let nowMs = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 50))
    onTestFinished(() => clock.mockRestore())
    let writes = 0
    const ctx = watchedWrites(await as(admin, { id: 'import' }), async () => {
      if (++writes === 4) await revokeKey(owner, 'import')
    })
    await expect(applyImport(ctx, documentOf(600))).rejects.toThrow(
      /^The import stopped after .* Incorrect authentication credentials\./,
    )
    expect((await flags.list({}, { limit: 1 })).count).toBeLessThan(600)
  })

  it('PORT-20 writes nothing of what is refused', async () => {
    const { context, flags } = await testDeck()
    const document = documentOf(600)
    const flagsOfDocument = [...document.flags, { key: 'wrong', filters: { groups: [{ rollout_percentage: 101 }] } }]
    await expect(applyImport(context, { ...document, flags: flagsOfDocument })).rejects.toThrow('flags[600].filters')
    expect((await flags.list({}, { limit: 1 })).count).toBe(0)
  })

  it('PORT-5 refuses a plan that the project has moved away from, and checks again where it comes to the same', async () => {
    const { context } = await testDeck()
    const stale = await prepareImport(context, documentOf(3))
    await createFlag(context, { key: 'flag-1' })
    await expect(stale.write()).rejects.toThrow('plan it again')
    const moved = await prepareImport(context, documentOf(3))
    await createFlag(context, { key: 'other' })
    expect((await moved.write()).changes).toEqual(moved.plan.changes)
  })

  it('PORT-5 refuses a plan that creates a dashboard which another request has created since', async () => {
    const { context } = await testDeck()
    const document = { flagdeck_export: 1, dashboards: [{ name: 'Launch' }] }
    const stale = await prepareImport(context, document)
    await createDashboard(context, { name: 'Launch' })
    await expect(stale.write()).rejects.toThrow('plan it again')
    expect((await planImport(context, document)).changes).toEqual([])
  })

  it.each([
    { flags: 3, isWritten: true },
    { flags: 600, isWritten: false },
  ])('PORT-23 an import of $flags flags into a busy project is written: $isWritten', async ({ flags, isWritten }) => {
    const { context, flags: own } = await testDeck()
    let changes = 0
    const read: Store['read'] = async (work) => {
      const result = await context.store.read(work)
      await own.create({ key: `busy-${changes++}` })
      return result
    }
    const done = applyImport({ ...context, store: { ...context.store, read } }, documentOf(flags))
    const moved = { kind: 'conflict', message: 'The project was changed by another request.' }
    await (isWritten ? expect(done).resolves.toMatchObject({}) : expect(done).rejects.toMatchObject(moved))
    expect((await own.list()).count).toBe(changes + (isWritten ? flags : 0))
  })

  it.each([{ isAgreed: false }, { isAgreed: true }])(
    'PORT-26 is planned again when the same objects were changed, unless the client sent a plan: $isAgreed',
    async ({ isAgreed }) => {
      const { context, flags: own } = await testDeck()
      const plan = isAgreed ? await planImport(context, documentOf(3)) : undefined
      const read: Store['read'] = async (work) => {
        const result = await context.store.read(work)
        if ((await own.list()).count === 0) await own.create({ key: 'flag-1', name: 'of another request' })
        return result
      }
      const done = applyImport({ ...context, store: { ...context.store, read } }, documentOf(3), { plan })
      if (isAgreed) return expect(done).rejects.toMatchObject({ kind: 'conflict' })
      const { changes } = await done
      expect(changes.map(({ action, name }) => `${action} ${name}`)).toEqual([
        'create flag-0',
        'update flag-1',
        'create flag-2',
      ])
    },
  )

  it('PORT-21 counts flags, and raises the version, once in each transaction', async () => {
    const { context } = await testDeck()
    let writes = 0
    const calls: string[] = []
    const ctx = watchedWrites(
      context,
      () => void writes++,
      (tx) => noting(tx, calls),
    )
    await applyImport(ctx, documentOf(600))
    const count = (call: string) => calls.filter((each) => each === call).length
    expect(writes).toBeLessThan(100)
    expect(count('flags.insert')).toBe(600)
    expect(count('flags.findAllByKey')).toBe(0)
    for (const call of ['projects.liveTotals', 'projects.raiseVersion', 'organizations.find']) {
      expect(count(call)).toBeGreaterThan(0)
      expect(count(call)).toBeLessThanOrEqual(writes)
    }
    expect(count('flags.findAllByKeys')).toBeLessThanOrEqual(writes + 3)
  })

  it('PORT-21 reads the check value of the encryption key when it may have changed, and not for each flag', async () => {
    const { context } = await testDeck({ encryptionKey: new Uint8Array(32).fill(7) })
    const filters = { groups: [{ rollout_percentage: 100 }], payloads: { true: '"secret"' } }
    const document = documentOf(50, { is_remote_configuration: true, has_encrypted_payloads: true, filters })
    const { ctx, calls } = notedCalls(context)
    await applyImport(ctx, document)
    expect(calls.filter((call) => call.startsWith('encryptionCheck.'))).toEqual([
      'encryptionCheck.find',
      'encryptionCheck.set',
      'encryptionCheck.find',
    ])
  })
})

describe('IDEM-16 a large import with an idempotency key', () => {
  /** Creates a deck that counts the writes of an import, whose parts are over after a few flags. */
  async function partedDeck() {
    let nowMs = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 50))
    onTestFinished(() => clock.mockRestore())
    const deck = await testDeck()
    const keyed = (fingerprint = 'same') => ({
      ...deck.context,
      idempotency: new IdempotentRequest(deck.context, { key: 'key', fingerprint }),
    })
    const count = async () => (await deck.flags.list({}, { limit: 1 })).count
    /** Each of these parts pauses for other writes, so a test has few of them. */
    const finishQuickly = () => clock.mockRestore()
    return { ...deck, keyed, count, finishQuickly }
  }

  it('refuses another request with the key before its first part', async () => {
    const { keyed, count, finishQuickly } = await partedDeck()
    let writes = 0
    let refusal: unknown
    const ctx = watchedWrites(keyed(), async () => {
      if (++writes !== 6) return
      const other = { flagdeck_export: 1, flags: [{ key: 'other' }] }
      refusal = await applyImport(keyed('other'), other).catch((error: unknown) => error)
      finishQuickly()
    })
    expect((await applyImport(ctx, documentOf(600))).changes).toHaveLength(600)
    expect(refusal).toMatchObject({ code: 'idempotency_key_reused' })
    expect(await count()).toBe(600)
  })

  it('makes a repetition wait until it is written, and answers it then', async () => {
    const { keyed, count, finishQuickly } = await partedDeck()
    let writes = 0
    let during: unknown
    const ctx = watchedWrites(keyed(), async () => {
      if (++writes !== 6) return
      finishQuickly()
      during = await applyImport(keyed(), documentOf(600)).catch((error: unknown) => error)
    })
    const plan = await applyImport(ctx, documentOf(600))
    expect(during).toBeInstanceOf(SerializationFailure)
    const again = keyed()
    expect(await applyImport(again, documentOf(600))).toEqual(plan)
    expect(again.idempotency.isRepeated).toBe(true)
    expect(await count()).toBe(600)
  })

  it('is continued after a part has failed, and returns all changes', async () => {
    const { keyed, count, finishQuickly } = await partedDeck()
    const plan = await planImport(keyed(), documentOf(600))
    let writes = 0
    const ctx = watchedWrites(keyed(), () => {
      if (++writes === 6) throw new Error('away')
    })
    await expect(applyImport(ctx, documentOf(600))).rejects.toThrow('The import stopped after')
    expect(await count()).toBeGreaterThan(0)
    finishQuickly()
    const rest = keyed()
    expect(await applyImport(rest, documentOf(600))).toEqual(plan)
    expect(rest.idempotency.isRepeated).toBe(false)
    expect(await count()).toBe(600)
  })

  it('is continued 15 seconds after a crash, and a request that wrote on meanwhile stops', async () => {
    const { keyed, count, clock, finishQuickly } = await partedDeck()
    const plan = await planImport(keyed(), documentOf(600))
    let writes = 0
    const early = Promise.withResolvers<unknown>()
    const ctx = watchedWrites(keyed(), async () => {
      if (++writes !== 6) return
      finishQuickly()
      clock.advance(CLAIM_TTL_MS - 1)
      early.resolve(await applyImport(keyed(), documentOf(600)).catch((error: unknown) => error))
      clock.advance(1)
      expect(await applyImport(keyed(), documentOf(600))).toEqual(plan)
    })
    await expect(applyImport(ctx, documentOf(600))).rejects.toThrow(
      'Another request with the same idempotency key is already continuing it.',
    )
    expect(await early.promise).toBeInstanceOf(SerializationFailure)
    expect(await count()).toBe(600)
    const again = keyed()
    expect(await applyImport(again, documentOf(600))).toEqual(plan)
    expect(again.idempotency.isRepeated).toBe(true)
  })

  it('is not continued when other objects would be changed by now', async () => {
    const { keyed, context, flags, finishQuickly } = await partedDeck()
    let writes = 0
    const ctx = watchedWrites(keyed(), () => {
      if (++writes === 6) throw new Error('away')
    })
    await expect(applyImport(ctx, documentOf(600), { prune: true })).rejects.toThrow('The import stopped after')
    finishQuickly()
    const other = await createFlag(context, { key: 'other' })
    await expect(applyImport(keyed(), documentOf(600), { prune: true })).rejects.toMatchObject({ kind: 'conflict' })
    expect(await flags.get(other.id)).toMatchObject({ deleted: false })
  })
})

describe('PORT-24 an import of flags that depend on flags', () => {
  it.each([
    { title: 'created', before: undefined, after: chainOf(600) },
    { title: 'changed', before: chainOf(100), after: chainOf(100, { name: 'changed' }) },
    { title: 'turned off', before: chainOf(100), after: chainOf(100, { active: false }) },
    { title: 'turned on', before: chainOf(100, { active: false }), after: chainOf(100, { active: true }) },
    { title: 'deleted', before: chainOf(100), after: [] },
  ])('reads the dependencies of the project once where they are $title', async ({ before, after }) => {
    const { context } = await testDeck()
    if (before) await applyImport(context, { flagdeck_export: 1, flags: before })
    const { ctx, calls } = notedCalls(context)
    const { changes } = await applyImport(ctx, { flagdeck_export: 1, flags: after }, { prune: true })
    expect(changes).toHaveLength((before ?? after).length)
    expect(calls.filter((call) => call === 'flagDependencies.list').length).toBeLessThanOrEqual(1)
    expect((await planImport(context, { flagdeck_export: 1, flags: after }, { prune: true })).changes).toEqual([])
  })

  it('applies FLAG-64 to flags that it has written before', async () => {
    const { context } = await testDeck()
    await expect(applyImport(context, { flagdeck_export: 1, flags: chainOf(101, {}, 101) })).rejects.toMatchObject({
      problems: [
        {
          path: 'flags[100].filters',
          message: expect.stringContaining("those of 'flag-100' would be 101 levels deep"),
        },
      ],
    })
    await applyImport(context, { flagdeck_export: 1, flags: chainOf(100, {}, 100) })
    const [first, ...others] = chainOf(101, {}, 101)
    const shorter = [first, { key: 'flag-1', filters: { groups: [{}] } }, ...others.slice(1)]
    expect((await applyImport(context, { flagdeck_export: 1, flags: shorter })).changes).toHaveLength(2)
  })

  it('applies FLAG-61 to flags that are not in the document', async () => {
    const { context } = await testDeck()
    await applyImport(context, { flagdeck_export: 1, flags: chainOf(3) })
    const [first] = chainOf(3).slice(-1)
    const flags = [{ ...first, key: 'flag-0' }]
    const message = expect.stringContaining('Circular dependency detected: flag-0 → flag-1 → flag-0')
    await expect(applyImport(context, { flagdeck_export: 1, flags })).rejects.toMatchObject({ problems: [{ message }] })
  })
})

describe('PORT-25 an import of the access of roles to flags', () => {
  const flagsOf = (roles: readonly string[]) => documentOf(100, { roles }).flags
  const document = { flagdeck_export: 1, roles: [{ name: 'Ops' }, { name: 'Design' }, { name: 'QA' }] }

  it.each([
    { title: 'gives', before: [], after: ['Ops', 'Design'], given: ['Design', 'Ops'] },
    { title: 'takes away', before: ['Ops', 'Design'], after: ['QA'], given: ['QA'] },
  ])('$title access, and never reads all flags of a role', async ({ before, after, given }) => {
    const { context } = await testDeck()
    await applyImport(context, { ...document, flags: flagsOf(before) })
    const { ctx, calls } = notedCalls(context)
    expect((await applyImport(ctx, { ...document, flags: flagsOf(after) })).changes).toHaveLength(100)
    expect(calls.filter((call) => call === 'roles.find')).toEqual([])
    expect(calls.filter((call) => call === 'roles.findByName')).toHaveLength(after.length)
    const { flags } = await exportProject(context)
    expect(flags.every(({ roles }) => JSON.stringify(roles) === JSON.stringify(given))).toBe(true)
  })

  it('refuses a role that was deleted between two parts', async () => {
    const { context, admin, inOrganization } = await testDeck()
    const ops = await createRole(await inOrganization(admin), { name: 'Ops' })
    let nowMs = 0
    // The clock advances by 50 ms with each call, so a part is over after a few flags.
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 50))
    onTestFinished(() => clock.mockRestore())
    let writes = 0
    const ctx = watchedWrites(context, async () => {
      if (++writes !== 4) return
      await deleteRole(await inOrganization(admin), ops.id)
      // Later parts may be long: each of these short ones pauses for other writes.
      clock.mockRestore()
    })
    await expect(applyImport(ctx, documentOf(600, { roles: ['Ops'] }))).rejects.toThrow(
      /^The import stopped after .* does not exist/s,
    )
  })
})

/** Returns flags in chains of `length`, in which each flag depends on the previous one. */
function chainOf(count: number, fields: object = {}, length = 50) {
  return Array.from({ length: count }, (_, n) => {
    const flag = { key: `flag-${n - 1}`, type: 'flag', operator: 'flag_evaluates_to', value: true }
    return { key: `flag-${n}`, filters: { groups: [{ properties: n % length === 0 ? [] : [flag] }] }, ...fields }
  })
}

/** Returns the context, and a list of the calls of tables in its writes, such as `flags.find`. */
function notedCalls(context: ProjectContext) {
  const calls: string[] = []
  const ctx = watchedWrites(
    context,
    () => undefined,
    (tx) => noting(tx, calls),
  )
  return { ctx, calls }
}

/** Returns the same transaction, which adds each call to `calls`. */
function noting(tx: Transaction, calls: string[]): Transaction {
  return new Proxy(tx, {
    get(tables, name) {
      const table: object | undefined = Reflect.get(tables, name)
      if (!table) return undefined
      const methods = Object.entries(table).map(([method, call]) => [
        method,
        (...args: unknown[]) => {
          calls.push(`${String(name)}.${method}`)
          return call(...args)
        },
      ])
      return Object.fromEntries(methods)
    },
  })
}

describe('what is wrong with a document', () => {
  it('PORT-18 is one problem with a count where only the entries differ', async () => {
    const { context } = await testDeck()
    const document = documentOf(500, { filters: { groups: [{ rollout_percentage: 101 }] } })
    const { problems } = (await planImport(context, document).catch((thrown: unknown) => thrown)) as ImportRefused
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({
      path: 'flags[0].filters',
      message: expect.stringMatching(/ \(and 499 more like it: flags flag-1, flag-2, flag-3, …\)$/),
    })
  })

  it('PORT-7 is reported of its form and its content together', async () => {
    const { context } = await testDeck()
    const flags = [
      { key: 'fine', filter: {} },
      { key: 7 },
      { key: 'not a key' },
      { key: 'range', filters: { groups: [{ rollout_percentage: 101 }] } },
      { key: 'range' },
    ]
    const document = { flagdeck_export: 1, flagz: [], flags, cohorts: {} }
    const { problems } = (await planImport(context, document).catch((thrown: unknown) => thrown)) as ImportRefused
    expect(problems.map(({ path }) => path)).toEqual([
      'flagz',
      'cohorts',
      'flags[0].filter',
      'flags[1].key',
      'flags[2].key',
      'flags[3].filters',
      'flags[4]',
    ])
  })
})
