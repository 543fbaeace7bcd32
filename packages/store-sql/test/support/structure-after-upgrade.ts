import { insertCohort, insertFlag, newProjectRow, seedTenant } from '@flagdeck/core/fixtures'
import { type NewFlag, structureBytes } from '@flagdeck/core/store'
import { type SqlDriver, sqlStore } from '@flagdeck/store-sql'
import { expect } from 'vitest'
import { recountedStructure } from '../../src/migrations/0030-recounted-structure.ts'
import { allMigrations } from '../../src/migrations/all-migrations.ts'
import { migrate } from '../../src/migrations/migrate.ts'
import { sqlContext } from '../../src/sql-context.ts'
import { SqlSession } from '../../src/sql-session.ts'

/** More than the migration reads together. */
const [FLAGS, PROJECTS] = [205, 60]
const FILTERS = { groups: [{ properties: [] }], future: Array.from({ length: 30 }, (_, n) => `ä\0${n}`) }
const LARGE_FILTERS = { groups: [], future: Array.from({ length: 30 }, () => 'x'.repeat(100_000)) }
const NESTED = { rollbackConditions: [{ threshold: 1 }], payloadSchema: { enum: Array(12).fill(1) } }
const CRITERIA = { type: 'OR', values: [{ key: 'plan', type: 'person', value: Array(50).fill('pro') }] } as const

/**
 * Expects that rows with other structure bytes, or none, count after the upgrade like rows that are written after it.
 */
export async function expectStructureAfterUpgrade(driver: SqlDriver): Promise<void> {
  // Also applies later migrations, because the rows are written in the current format.
  const others = allMigrations.filter((migration) => migration !== recountedStructure)
  await migrate(driver, others)
  const store = sqlStore(driver)
  const { organization, project } = await seedTenant(store)
  const flags: readonly Partial<NewFlag>[] = [
    ...Array.from({ length: FLAGS }, () => ({ filters: FILTERS })),
    ...Array.from({ length: 3 }, () => ({ filters: LARGE_FILTERS })),
    { filters: FILTERS, ...NESTED },
  ]
  const projectIds = await store.write(async (tx) => {
    for (const flag of flags) await insertFlag(tx, { projectId: project.id, ...flag }, { structureBytes: 128 })
    await insertFlag(tx, { projectId: project.id, filters: FILTERS, deleted: true }, { structureBytes: 128 })
    await insertCohort(tx, { projectId: project.id, properties: CRITERIA })
    const ids: number[] = []
    for (let n = 0; n < PROJECTS; n++) {
      const { id } = await tx.projects.insert(newProjectRow({ organizationId: organization.id }))
      await insertFlag(tx, { projectId: id, filters: FILTERS })
      ids.push(id)
    }
    return ids
  })
  await damageFlag(driver, projectIds[0] ?? 0)
  const bytesOf = (id: number) => store.read(async (tx) => (await tx.projects.liveTotals(id)).bytes)
  const before = await Promise.all([project.id, ...projectIds].map(bytesOf))
  expect(await store.migrate()).toEqual({ applied: [recountedStructure.name] })
  const gains = await Promise.all([project.id, ...projectIds].map(bytesOf))
  const structure = flags.map(
    ({ filters = {}, rollbackConditions, payloadSchema }) =>
      structureBytes(filters) + structureBytes(rollbackConditions ?? 'none') + structureBytes(payloadSchema ?? 'none'),
  )
  const whole = structure.reduce((sum, each) => sum + each - 128, structureBytes(CRITERIA))
  const intact = Array(PROJECTS - 1).fill(structureBytes(FILTERS))
  expect(gains.map((bytes, n) => bytes - (before[n] ?? 0))).toEqual([whole, 0, ...intact])
}

/** Damages the filters of the only flag of a project. */
async function damageFlag(driver: SqlDriver, projectId: number): Promise<void> {
  const { db } = sqlContext(driver.dialect)
  const damage = db.updateTable('flags').set({ filters: '{"groups": [' }).where('project_id', '=', projectId)
  await driver.writeAlone((connection) => new SqlSession(connection).query(damage))
}
