import type { Store } from '@flagdeck/core'
import { newIdempotencyKeyRow, seedTenant } from '@flagdeck/core/fixtures'
import type { IdempotencyKey, Transaction } from '@flagdeck/core/store'
import { expect } from 'vitest'
import { moment } from './moment.ts'
import { SHUFFLED_KEYS, UNSTORABLE_KEYS } from './odd-keys.ts'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

const [FIRST, SECOND] = [moment('2026-01-01'), moment('2026-01-02')]

export const idempotencyKeyRules: StoreRuleGroup = {
  title: 'idempotency keys',
  about: 'Stored responses, for requests that a client sends again (IDEM).',
  rules: [
    storeRule(
      'STORE-470',
      'a lookup of a key returns the values that were saved last, which may contain any characters',
      async ({ store }) => {
        const trial = await keyTrial(store)
        expect(await trial.find('a')).toBeUndefined()
        const rows = [...new Set([...SHUFFLED_KEYS, ...UNSTORABLE_KEYS])].map((text) =>
          trial.row({ key: text, scope: text, fingerprint: text, answer: JSON.stringify([text]) }),
        )
        for (const row of rows) await store.write((tx) => tx.idempotencyKeys.save(row))
        for (const row of rows) expect(await store.write((tx) => locked(tx, row))).toEqual(row)
        const next = trial.row({ key: 'a', scope: 'a', fingerprint: 'other', answer: '{}', createdAt: SECOND })
        await store.write((tx) => tx.idempotencyKeys.save(next))
        expect(await store.write((tx) => locked(tx, next))).toEqual(next)
      },
    ),

    storeRule('STORE-471', 'keys of different scopes or organizations are separate', async ({ store }) => {
      const [trial, other] = [await keyTrial(store), await keyTrial(store)]
      const rows = [trial.row({ answer: '1' }), trial.row({ scope: 'other', answer: '2' }), other.row({ answer: '3' })]
      for (const row of rows) await store.write((tx) => tx.idempotencyKeys.save(row))
      for (const row of rows) expect(await store.write((tx) => locked(tx, row))).toEqual(row)
    }),

    storeRule(
      'STORE-472',
      'if many requests look up and save one key concurrently, only one of them finds nothing',
      async ({ store }) => {
        await expectOneFirst(
          store,
          Array.from({ length: 10 }, () => store),
        )
      },
    ),

    storeRule(
      'STORE-473',
      'if many requests in two stores look up and save one key concurrently, only one of them finds nothing',
      async (trial) => {
        const second = await trial.openSecond()
        await expectOneFirst(
          trial.store,
          Array.from({ length: 10 }, (_, n) => (n % 2 ? second : trial.store)),
        )
      },
    ),

    storeRule('STORE-474', 'a key of a write that is rolled back can be used again', async ({ store }) => {
      const trial = await keyTrial(store)
      const write = store.write(async (tx) => {
        await tx.idempotencyKeys.save(trial.row({}))
        expect(await locked(tx, trial.row({}))).toEqual(trial.row({}))
        throw new Error('taken back')
      })
      await expect(write).rejects.toThrow('taken back')
      expect(await trial.find('key')).toBeUndefined()
    }),

    storeRule(
      'STORE-475',
      'keys older than a time are deleted, in all organizations, up to a limit',
      async ({ store }) => {
        const trials = [await keyTrial(store), await keyTrial(store)]
        for (const trial of trials) {
          const old = ['a', 'b', 'c'].map((key) => trial.row({ key, createdAt: FIRST }))
          for (const row of [...old, trial.row({ key: 'd', createdAt: SECOND })]) {
            await store.write((tx) => tx.idempotencyKeys.save(row))
          }
        }
        const remove = (limit: number) => store.write((tx) => tx.idempotencyKeys.deleteBefore(SECOND, limit))
        expect([await remove(4), await remove(4), await remove(4)]).toEqual([4, 2, 0])
        for (const trial of trials) {
          expect(await trial.find('a')).toBeUndefined()
          expect(await trial.find('d')).toMatchObject({ key: 'd' })
        }
      },
    ),
  ],
}

function locked(tx: Transaction, { organizationId, scope, key }: IdempotencyKey): Promise<IdempotencyKey | undefined> {
  return tx.idempotencyKeys.lock(organizationId, scope, key)
}

/** Operations on the keys of one organization. */
async function keyTrial(store: Store) {
  const { organization } = await seedTenant(store)
  const row = (overrides: Partial<IdempotencyKey>) =>
    newIdempotencyKeyRow({ organizationId: organization.id, ...overrides })
  return { row, find: (key: string) => store.write((tx) => locked(tx, row({ key }))) }
}

/** Repeats the race, because in the first round the writers may still connect one after the other. */
async function expectOneFirst(store: Store, writers: readonly Store[]): Promise<void> {
  const trial = await keyTrial(store)
  for (const key of ['a', 'b', 'c', 'd', 'e']) {
    const found = await Promise.all(
      writers.map((writer, n) => findOrSave(writer, trial.row({ key, answer: String(n) }))),
    )
    const winner = found.indexOf(undefined)
    expect(found.toSpliced(winner, 1)).toEqual(Array.from({ length: writers.length - 1 }, () => String(winner)))
  }
}

/** Reads a key like a request, and saves it if it is missing. Returns the answer that was stored before. */
function findOrSave(store: Store, row: IdempotencyKey): Promise<string | undefined> {
  return store.write(async (tx) => {
    const before = await locked(tx, row)
    if (!before) await tx.idempotencyKeys.save(row)
    return before?.answer
  })
}
