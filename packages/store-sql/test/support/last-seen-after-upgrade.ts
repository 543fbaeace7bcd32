import { newPersonalApiKeyRow, newSessionRow, seedTenant, seedUser } from '@flagdeck/core/fixtures'
import { timestampOf } from '@flagdeck/core/store'
import { type SqlDriver, sqlStore } from '@flagdeck/store-sql'
import { expect } from 'vitest'
import { lastSeen } from '../../src/migrations/0033-last-seen.ts'
import { allMigrations } from '../../src/migrations/all-migrations.ts'
import { migrate } from '../../src/migrations/migrate.ts'

/** Expects that users were last seen at the latest use of their sessions and keys (PEOPLE-18). */
export async function expectLastSeenAfterUpgrade(driver: SqlDriver): Promise<void> {
  const others = allMigrations.filter((migration) => migration !== lastSeen)
  await migrate(driver, others)
  const store = sqlStore(driver)
  const { user } = await seedTenant(store)
  const [bySession, byKey, unseen] = [await seedUser(store), await seedUser(store), await seedUser(store)]
  const at = (day: number) => timestampOf(Date.UTC(2026, 0, day))
  await store.write(async (tx) => {
    await tx.personalApiKeys.insert(newPersonalApiKeyRow({ user, lastUsedAt: at(2) }))
    await tx.sessions.insert(newSessionRow({ user, lastUsedAt: at(3) }))
    await tx.sessions.insert(newSessionRow({ user, lastUsedAt: at(1) }))
    await tx.sessions.insert(newSessionRow({ user: bySession, lastUsedAt: at(4) }))
    await tx.personalApiKeys.insert(newPersonalApiKeyRow({ user: byKey, lastUsedAt: at(5) }))
    await tx.personalApiKeys.insert(newPersonalApiKeyRow({ user: byKey, lastUsedAt: null }))
    await tx.personalApiKeys.insert(newPersonalApiKeyRow({ user: unseen, lastUsedAt: null }))
  })
  expect(await store.migrate()).toEqual({ applied: [lastSeen.name] })
  const ids = [user, bySession, byKey, unseen].map(({ id }) => id)
  const seen = await store.read((tx) => tx.users.lastSeen(ids))
  expect(ids.map((id) => seen.get(id))).toEqual([at(3), at(4), at(5), undefined])
}
