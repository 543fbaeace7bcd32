import { setTimeout as pause } from 'node:timers/promises'
import { createFlagdeck, type Flagdeck, type PersonalApiKey, type Store, type User } from '@flagdeck/core'
import { newPersonalApiKeyRow, newSessionRow, seedTenant } from '@flagdeck/core/fixtures'
import { enterWithKey, sessions } from '@flagdeck/core/operations'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { describeOnNewestPostgres } from './support/describe-on-newest-postgres.ts'
import { migratedDatabaseForTest, openForTest } from './support/open-for-test.ts'

const POLL_MS = 10
const KEY = 'phx_lock-order'
const SESSION = 'phb_lock-order'

describeOnNewestPostgres('a transaction that locks a user', ({ url: server }) => {
  it('KEY-20 does not conflict with one that notes the use of a key of the user', async () => {
    const { url, key, user } = await seedCredentials(server)
    const noting = await openNoting(url, (deck) => enterWithKey(deck.context, KEY))
    await changeWhileNoting(url, noting, user, (tx) => tx.personalApiKeys.update({ ...key, label: 'Changed' }))
    const after = await noting.store.read((tx) => tx.personalApiKeys.find(user.id, key.id))
    expect(after).toMatchObject({ label: 'Changed', lastUsedAt: expect.any(String) })
  })

  it('KEY-20 does not conflict with one that notes the use of a session of the user', async () => {
    const { url, user } = await seedCredentials(server)
    const noting = await openNoting(url, (deck) => sessions.enterWithSession(deck.context, SESSION))
    await changeWhileNoting(url, noting, user, (tx) => tx.sessions.deleteOfUser(user.id, null))
    expect(await noting.store.read((tx) => tx.sessions.list(user.id))).toEqual([])
  })
})

interface Noting {
  readonly store: Store
  /** Authenticates with a credential that was not used recently, and starts to record the use. */
  readonly enter: () => Promise<unknown>
  readonly attempts: () => number
  /** Resolves when the use is recorded. */
  readonly noted: Promise<unknown>
}

/**
 * Opens an instance that records a use. Its store counts how often the write starts, because PostgreSQL retries
 * conflicts.
 */
async function openNoting(url: string, enter: (deck: Flagdeck) => Promise<unknown>): Promise<Noting> {
  const store = openForTest(url)
  const noted = Promise.withResolvers<unknown>()
  let attempts = 0
  const write: Store['write'] = (work, options) => {
    const written = store.write((tx) => {
      attempts++
      return work(tx)
    }, options)
    written.then(noted.resolve, noted.reject)
    return written
  }
  const deck = await createFlagdeck({ store: { ...store, write } })
  onTestFinished(() => deck.close())
  return { store, enter: () => enter(deck), attempts: () => attempts, noted: noted.promise }
}

/** Locks the user, waits until the other transaction waits for a lock, changes something of the user, and commits. */
async function changeWhileNoting(
  url: string,
  noting: Noting,
  user: User,
  change: (tx: Parameters<Parameters<Store['write']>[0]>[0]) => Promise<unknown>,
): Promise<void> {
  const other = openForTest(url)
  let attempts = 0
  await other.write(async (tx) => {
    attempts++
    await tx.users.lock(user.id)
    if (attempts === 1) {
      await noting.enter()
      await untilOneWaits(url)
    }
    await change(tx)
  })
  await noting.noted
  expect([attempts, noting.attempts()]).toEqual([1, 1])
}

async function untilOneWaits(url: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    for (;;) {
      const { rowCount } = await client.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      if (rowCount) return
      await pause(POLL_MS)
    }
  } finally {
    await client.end()
  }
}

interface Seeded {
  readonly url: string
  readonly key: PersonalApiKey
  readonly user: User
}

/** A user with a key that was never used, and a session that was not used for a long time. */
async function seedCredentials(server: string): Promise<Seeded> {
  const url = await migratedDatabaseForTest(server)
  const store = openForTest(url)
  const { user } = await seedTenant(store)
  const [keyHash, sessionHash] = [await hashOf(KEY), await hashOf(SESSION)]
  const key = newPersonalApiKeyRow({ user, secureValue: keyHash, lastUsedAt: null })
  const expiresAt = '2100-01-01T00:00:00.000000Z' as PersonalApiKey['createdAt'] // has the form of a timestamp
  await store.write(async (tx) => {
    await tx.personalApiKeys.insert(key)
    await tx.sessions.insert(newSessionRow({ user, secureValue: sessionHash, expiresAt }))
  })
  return { url, key, user }
}

async function hashOf(value: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(value))
  return `sha256$${Buffer.from(digest).toString('hex')}`
}
