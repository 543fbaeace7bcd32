import { setTimeout as sleep } from 'node:timers/promises'
import { createFlagdeck, type Flagdeck, type PersonalApiKey, type Store } from '@flagdeck/core'
import { newMembershipRow, newPersonalApiKeyRow, seedTenant, seedUser } from '@flagdeck/core/fixtures'
import type { Transaction } from '@flagdeck/core/store'
import { expect, it, onTestFinished } from 'vitest'
import { describeOnNewestPostgres } from './support/describe-on-newest-postgres.ts'
import { migratedDatabaseForTest, openForTest } from './support/open-for-test.ts'

/** Long enough for the other transaction to end, unless it waits for the paused one. */
const HELD_UP_MS = 500

describeOnNewestPostgres('a key that is rotated while its user is removed', ({ url: server }) => {
  it.each(['rotation', 'removal'] as const)('KEY-20 loses neither when the %s has read it first', async (first) => {
    const url = await migratedDatabaseForTest(server)
    const { key, left, stays } = await seedBoundKey(openForTest(url))
    const hasRead = Promise.withResolvers<void>()
    const others = Promise.withResolvers<void>()
    const pause = () => {
      hasRead.resolve()
      return Promise.race([others.promise, sleep(HELD_UP_MS)])
    }
    const held = await openDeck(heldUp(openForTest(url), first === 'rotation' ? 'find' : 'list', pause))
    const free = await openDeck(openForTest(url))
    const rotate = async (deck: Flagdeck) => (await deck.organization(stays)).keys.rotate(key.id, key.user)
    const remove = async (deck: Flagdeck) => (await deck.organization(left)).members.remove(key.user.uuid)
    const [one, other] = first === 'rotation' ? [rotate, remove] : [remove, rotate]
    const ends = one(held)
    await hasRead.promise
    await Promise.all([ends, other(free).finally(others.resolve)])
    await openForTest(url).read(async (tx) => {
      const after = await tx.personalApiKeys.find(key.user.id, key.id)
      expect(after?.scopedOrganizationIds).toEqual([stays])
      expect(after?.secureValue).not.toBe(key.secureValue)
      expect(await tx.personalApiKeys.findBySecureValue(key.secureValue)).toBeUndefined()
    })
  })
})

async function openDeck(store: Store): Promise<Flagdeck> {
  const deck = await createFlagdeck({ store })
  onTestFinished(() => deck.close())
  return deck
}

/** Returns a store whose writes pause after they have read keys by this method. */
function heldUp(store: Store, method: 'find' | 'list', pause: () => Promise<unknown>): Store {
  const wait = async <T>(read: T): Promise<T> => {
    await pause()
    return read
  }
  const within = (tx: Transaction): Transaction => {
    const keys = tx.personalApiKeys
    const find: typeof keys.find = async (...asked) => wait(await keys.find(...asked))
    const list: typeof keys.list = async (...asked) => wait(await keys.list(...asked))
    const personalApiKeys = { ...keys, ...(method === 'find' ? { find } : { list }) }
    return new Proxy(tx, {
      get: (_, name) => (name === 'personalApiKeys' ? personalApiKeys : Reflect.get(tx, name, tx)),
    })
  }
  return { ...store, write: (work, options) => store.write((tx) => work(within(tx)), options) }
}

/** A key that is restricted to the two organizations of its user. */
async function seedBoundKey(store: Store): Promise<{ key: PersonalApiKey; left: string; stays: string }> {
  const user = await seedUser(store)
  const ids = [await seedTenant(store), await seedTenant(store)].map(({ organization }) => organization.id)
  const [left = '', stays = ''] = ids
  const key = newPersonalApiKeyRow({ user, scopedOrganizationIds: ids })
  await store.write(async (tx) => {
    for (const organizationId of ids) await tx.memberships.insert(newMembershipRow({ organizationId, user }))
    await tx.personalApiKeys.insert(key)
  })
  return { key, left, stays }
}
