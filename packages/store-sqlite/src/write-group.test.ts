import { setImmediate as turn } from 'node:timers/promises'
import { insertFlag, newActivityRow, newFlagIndex, type SeededTenant, seedTenant } from '@flagdeck/core/fixtures'
import { type Transaction, UniqueViolation } from '@flagdeck/core/store'
import { type SqlQuery, type SqlResult, sqlStore } from '@flagdeck/store-sql'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFile } from '../test/support/temporary-file.ts'
import { sqliteDriver } from './sqlite-driver.ts'
import { LostTogether, WriteGroup } from './write-group.ts'

// A group commits when its first write has waited for a limited time. A fake clock prevents a busy machine from
// deciding which writes share a commit.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** Returns a connection that fails for these statements, and the log of its statements. */
function recording(failing: readonly string[] = []) {
  const log: string[] = []
  const execute = async ({ sql }: SqlQuery): Promise<SqlResult> => {
    log.push(sql)
    if (failing.includes(sql)) throw new Error(`${sql} failed`)
    return { rows: [], changes: 0 }
  }
  return { log, connection: { execute, isInTransaction: true } }
}

const alone = () => false
const followed = () => true
const refusal = new Error('refused')
const fail = async (): Promise<never> => {
  throw refusal
}

describe('writes that wait for the same commit', () => {
  it('WRITE-4 are one transaction, each but the first a savepoint, and hear of it when it is kept', async () => {
    const { log, connection } = recording()
    const group = new WriteGroup(1000)
    const note = async (name: string) => void log.push(name)
    const first = await group.join(connection, async () => 'first')
    void first.outcome.then(note)
    await group.leave(followed)
    const second = await group.join(connection, async () => 'second')
    void second.outcome.then(note)
    await turn()
    expect(log).not.toContain('first')
    await group.leave(alone)
    await turn()
    const member = ['savepoint member', 'release member']
    expect(log).toEqual(['begin immediate', ...member, 'commit', 'first', 'second'])
  })

  it('WRITE-5 begin a new transaction when the first fails', async () => {
    const { log, connection } = recording()
    const group = new WriteGroup(1000)
    const first = await group.join(connection, fail)
    const second = await group.join(connection, async () => 'kept')
    await group.leave(alone)
    await expect(first.outcome).rejects.toBe(refusal)
    expect(await second.outcome).toBe('kept')
    expect(log).toEqual(['begin immediate', 'rollback', 'begin immediate', 'commit'])
  })

  it('WRITE-5 are taken back alone when they fail, and hear of that with the others', async () => {
    const { log, connection } = recording()
    const group = new WriteGroup(1000)
    const joined = [
      await group.join(connection, async () => 'kept'),
      await group.join(connection, fail),
      await group.join(connection, async () => 'kept, too'),
    ]
    await group.leave(alone)
    const outcomes = await Promise.allSettled(joined.map(({ outcome }) => outcome))
    expect(outcomes).toMatchObject([{ value: 'kept' }, { reason: refusal }, { value: 'kept, too' }])
    expect(log.filter((sql) => sql === 'rollback to member')).toHaveLength(1)
    expect(log.at(-1)).toBe('commit')
  })

  it('WRITE-4 all fail with a commit that fails', async () => {
    const { log, connection } = recording(['commit'])
    const group = new WriteGroup(1000)
    const joined = [
      await group.join(connection, async () => 'first'),
      await group.join(connection, async () => 'second'),
    ]
    await group.leave(alone)
    for (const { outcome } of joined) await expect(outcome).rejects.toThrow('commit failed')
    expect(log.at(-1)).toBe('rollback')
  })

  it('WRITE-5 are to be done again when another one has lost the transaction', async () => {
    const { connection } = recording(['rollback to member'])
    const group = new WriteGroup(1000)
    const kept = await group.join(connection, async () => 'kept')
    const cause = await group.join(connection, fail)
    await group.leave(alone)
    await expect(kept.outcome).rejects.toBeInstanceOf(LostTogether)
    await expect(cause.outcome).rejects.toBe(refusal)
  })

  it('WRITE-6 are committed soon after the first is done, though others wait', async () => {
    const { log, connection } = recording()
    const group = new WriteGroup(1000)
    for (let n = 0; n < 4; n++) {
      await group.join(connection, async () => vi.advanceTimersByTime(30))
      await group.leave(followed)
    }
    expect(log.filter((sql) => sql === 'commit')).toHaveLength(1)
  })

  it('WRITE-6 are thirty-two at most', async () => {
    const { log, connection } = recording()
    const group = new WriteGroup(1000)
    for (let n = 0; n < 100; n++) {
      await group.join(connection, async () => n)
      await group.leave(followed)
    }
    expect(log.filter((sql) => sql === 'commit')).toHaveLength(3)
  })
})

/** Opens a driver and a store on a new file, with a project. */
async function trial() {
  const driver = sqliteDriver(temporaryFile(), { synchronous: 'normal' })
  const store = sqlStore(driver)
  onTestFinished(() => store.close())
  await store.migrate()
  return { driver, store, tenant: await seedTenant(store) }
}

describe('writes to a SQLite file at once', () => {
  it('WRITE-5 are not refused for what another one did that is lost', async () => {
    const { driver, store, tenant } = await trial()
    const insert = (tx: Transaction) => insertFlag(tx, { projectId: tenant.project.id, key: 'a' })
    let runs = 0
    const lost = store.write(async (tx) => {
      if (++runs > 1) throw refusal
      await insert(tx)
    })
    const second = store.write(insert)
    // SQLite does the same if it cannot read or write the file.
    const cause = driver.write(async (connection) => {
      await connection.execute({ sql: 'rollback', parameters: [] })
      throw new Error('no disk')
    })
    const outcomes = await Promise.allSettled([lost, second, cause])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected'])
    expect(await store.read((tx) => tx.flags.findLiveByKey(tenant.project.id, 'a'))).toMatchObject({ key: 'a' })
  })

  it('WRITE-5 are kept when the first has lost the transaction without an error', async () => {
    const { driver, store, tenant } = await trial()
    const insert = (key: string) => store.write((tx) => insertFlag(tx, { projectId: tenant.project.id, key }))
    const lost = driver.write((connection) => connection.execute({ sql: 'rollback', parameters: [] }))
    const outcomes = await Promise.allSettled([lost, insert('a'), insert('b')])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect((await stateOf({ store, tenant })).flags.map(([, key]) => key)).toEqual(['a', 'b'])
  })

  it('WRITE-5 leave a full disk to the one that filled it', async () => {
    const { driver, store, tenant } = await trial()
    const { project } = tenant
    await store.write((tx) => insertFlag(tx, { projectId: project.id, name: 'x'.repeat(100_000), deleted: true }))
    await driver.write((connection) => connection.execute({ sql: 'pragma max_page_count = 1', parameters: [] }))
    const raise = () => store.write((tx) => tx.projects.raiseVersion(project.id))
    const fill = store.write((tx) => insertFlag(tx, { projectId: project.id, name: 'x'.repeat(1_000_000) }))
    const outcomes = await Promise.allSettled([raise(), raise(), fill, raise()])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect((await store.read((tx) => tx.projects.find(project.id)))?.version).toBe(project.version + 3)
  })

  it('WRITE-4 WRITE-5 come to the same as one after the other', async () => {
    const [first, second] = [await trial(), await trial()]
    await fc.assert(
      fc.asyncProperty(fc.array(anyWrite, { minLength: 1, maxLength: 40 }), async (writes) => {
        const [together, apart] = [await anew(first), await anew(second)]
        const atOnce = await Promise.all(writes.map((write) => outcomeOf(together, write)))
        const inTurn: unknown[] = []
        for (const write of writes) inTurn.push(await outcomeOf(apart, write))
        expect(atOnce).toEqual(inTurn)
        expect(await stateOf(together)).toEqual(await stateOf(apart))
      }),
      { numRuns: 30 },
    )
  })
})

type Trial = Pick<Awaited<ReturnType<typeof trial>>, 'store' | 'tenant'>

/** Returns the same store with another project. */
async function anew({ store }: Trial): Promise<Trial> {
  return { store, tenant: await seedTenant(store) }
}

const KEYS = ['a', 'b', 'c', 'd'] as const

interface RandomWrite {
  readonly does: 'create' | 'rename' | 'swallow a violation' | 'give up'
  readonly key: string
  readonly other: string
  /** Whether it waits for something other than the database. */
  readonly pauses: boolean
}

const anyWrite: fc.Arbitrary<RandomWrite> = fc.record({
  does: fc.constantFrom('create', 'create', 'rename', 'rename', 'swallow a violation', 'give up'),
  key: fc.constantFrom(...KEYS),
  other: fc.constantFrom(...KEYS),
  pauses: fc.boolean(),
})

/** Returns the version that a write created, or the name of its error. */
function outcomeOf({ store, tenant }: Trial, write: RandomWrite): Promise<unknown> {
  return store
    .write((tx) => carryOut(tx, tenant, write))
    .catch((error: unknown) => (error instanceof UniqueViolation ? error.constraint : String(error)))
}

async function carryOut(tx: Transaction, { project }: SeededTenant, write: RandomWrite): Promise<number> {
  const { does, key, other, pauses } = write
  const version = await tx.projects.raiseVersion(project.id)
  if (pauses) await turn()
  const flag = await tx.flags.findLiveByKey(project.id, key)
  if (does === 'create') await insertFlag(tx, { projectId: project.id, key, projectVersion: version })
  if (does === 'rename' && flag) {
    const renamed = { ...flag, key: other, version: flag.version + 1, projectVersion: version }
    await tx.flags.replace(renamed, newFlagIndex(renamed), flag.version)
  }
  if (does === 'swallow a violation' && flag) {
    await insertFlag(tx, { projectId: project.id, key }).catch(() => undefined)
  }
  await tx.activity.append(newActivityRow({ projectId: project.id, itemId: `${version}` }))
  if (does === 'give up') throw new Error('given up')
  return version
}

async function stateOf({ store, tenant }: Trial) {
  const { id } = tenant.project
  return store.read(async (tx) => ({
    version: (await tx.projects.find(id))?.version,
    flags: (await tx.flags.changedSince(id, -1)).map((flag) => [flag.id, flag.key, flag.version, flag.projectVersion]),
    entries: (await tx.activity.list(id, { scope: 'FeatureFlag' }, { limit: 1000, offset: 0 })).items.map(
      ({ itemId }) => itemId,
    ),
  }))
}
