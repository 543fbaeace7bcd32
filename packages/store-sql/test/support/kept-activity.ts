import { newActivityRow, newOrganizationActivityRow, type SeededTenant, seedTenant } from '@flagdeck/core/fixtures'
import type { Transaction } from '@flagdeck/core/store'
import { type SqlDriver, sqlStore } from '@flagdeck/store-sql'
import { expect } from 'vitest'

const PAGE = { limit: 10, offset: 0 }

/** A table of activity: the column that identifies where, and how it is written and read. */
interface KeptTable {
  readonly name: string
  readonly place: string
  append(tx: Transaction, tenant: SeededTenant): Promise<void>
  list(tx: Transaction, tenant: SeededTenant): Promise<{ readonly count: number }>
}

const KEPT_TABLES: readonly KeptTable[] = [
  {
    name: 'activity',
    place: 'project_id',
    append: (tx, { project }) => tx.activity.append(newActivityRow({ projectId: project.id })),
    list: (tx, { project }) => tx.activity.list(project.id, { scope: 'FeatureFlag' }, PAGE),
  },
  {
    name: 'organization_activity',
    place: 'organization_id',
    append: (tx, { organization }) =>
      tx.organizationActivity.append(newOrganizationActivityRow({ organizationId: organization.id })),
    list: (tx, { organization }) => tx.organizationActivity.list(organization.id, {}, PAGE),
  },
]

/** Fails unless the database itself refuses to change or remove activity, and still accepts more. */
export async function expectActivityKept(driver: SqlDriver): Promise<void> {
  const store = sqlStore(driver)
  await store.migrate()
  const tenant = await seedTenant(store)
  for (const table of KEPT_TABLES) {
    const append = () => store.write((tx) => table.append(tx, tenant))
    const list = () => store.write((tx) => table.list(tx, tenant))
    await append()
    const before = await list()
    for (const sql of waysToChange(table, driver.dialect.name)) {
      const write = driver.write(async (connection) => {
        await connection.execute({ sql, parameters: [] })
      })
      await expect(write, sql).rejects.toThrow('never changed or removed')
    }
    expect(await list()).toEqual(before)
    await append()
    expect((await list()).count).toBe(2)
  }
}

function waysToChange({ name, place }: KeptTable, dialect: 'postgres' | 'sqlite'): readonly string[] {
  const plain = [
    `update ${name} set verb = 'deleted'`,
    `update ${name} set user_id = null, item_id = '7'`,
    `delete from ${name}`,
    `delete from ${name} where ${place} is not null`,
  ]
  // Statements that bypass a trigger for updates and deletes of rows.
  if (dialect === 'postgres') return [...plain, `truncate ${name}`, `truncate ${name} cascade`]
  const columns = `${place}, user_id, verb, scope, item_id, detail, created_at`
  const replace = (keys: string) =>
    `insert or replace into ${name} (id, seq, ${columns}) select ${keys}, ${columns} from ${name}`
  return [...plain, replace('id, 1000'), replace("'another', seq")]
}
