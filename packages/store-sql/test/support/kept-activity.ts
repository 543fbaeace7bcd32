import { newActivityRow, seedTenant } from '@flagdeck/core/testing'
import { type SqlDriver, sqlStore } from '@flagdeck/store-sql'
import { expect } from 'vitest'

const COLUMNS = 'project_id, user_id, verb, scope, item_id, detail, created_at'

/** Ways that lead around a trigger for updates and deletes of rows. */
const AROUND: Readonly<Record<string, readonly string[]>> = {
  postgres: ['truncate activity', 'truncate activity cascade'],
  sqlite: ['id', 'seq'].map(
    (key) =>
      `insert or replace into activity (id, seq, ${COLUMNS}) select ${key === 'id' ? 'id, 1000' : "'another', seq"}, ${COLUMNS} from activity`,
  ),
}

/** Fails unless the database itself refuses to change or remove what happened, and lets more happen. */
export async function expectActivityKept(driver: SqlDriver): Promise<void> {
  const store = sqlStore(driver)
  await store.migrate()
  const { project } = await seedTenant(store)
  const append = () => store.write((tx) => tx.activity.append(newActivityRow({ projectId: project.id })))
  const list = () =>
    store.read((tx) => tx.activity.list(project.id, { scope: 'FeatureFlag' }, { limit: 10, offset: 0 }))
  await append()
  const before = await list()
  for (const sql of [
    "update activity set verb = 'deleted'",
    'update activity set user_id = null, version = 7',
    'delete from activity',
    `delete from activity where project_id = ${project.id}`,
    ...(AROUND[driver.dialect.name] ?? []),
  ]) {
    const write = driver.write(async (connection) => {
      await connection.execute({ sql, parameters: [] })
    })
    await expect(write, sql).rejects.toThrow('never changed or removed')
  }
  expect(await list()).toEqual(before)
  await append()
  expect((await list()).count).toBe(2)
}
