import type { Store } from '@flagdeck/core'
import {
  insertFlag,
  newActivityRow,
  newFlagRoleAccessRow,
  newPersonalApiKeyRow,
  newRoleMembershipRow,
  newRoleRow,
  type SeededTenant,
  seedTenant,
} from '@flagdeck/core/fixtures'
import type { ReadTransaction } from '@flagdeck/core/store'
import { type SqlDriver, sqlStore } from '@flagdeck/store-sql'
import { sqlContext } from '../../src/sql-context.ts'
import { SqlSession } from '../../src/sql-session.ts'
import { firstReleaseDump, flagOfFirstRelease } from './first-release-dump.ts'
import { firstReleaseStore } from './first-release-store.ts'

const ALL = { limit: 1000, offset: 0 }

/** Creates the tables of the first release in an empty database, and returns a tenant with rows in all of them. */
export async function makeFirstRelease(driver: SqlDriver): Promise<SeededTenant> {
  const statements = firstReleaseDump(driver.dialect.name).split(/;\n+/).filter(Boolean)
  const applied =
    "insert into flagdeck_migrations (name, applied_at) values ('0001-initial', '2026-11-20T08:00:00.000000Z')"
  await driver.writeAlone(async (connection) => {
    for (const sql of [...statements, applied]) await connection.execute({ sql, parameters: [] })
  })
  return fill(firstReleaseStore(driver))
}

async function fill(store: Store): Promise<SeededTenant> {
  const tenant = await seedTenant(store)
  const { organization, project, user } = tenant
  await store.write(async (tx) => {
    await tx.personalApiKeys.insert(newPersonalApiKeyRow({ user }))
    const role = newRoleRow({ organizationId: organization.id, createdBy: user })
    await tx.roles.insert(role)
    await tx.roleMemberships.insert(organization.id, newRoleMembershipRow({ roleId: role.id, user }))
    const deleted = await insertFlag(tx, { projectId: project.id, deleted: true })
    for (let n = 0; n < 20; n++) {
      const projectVersion = await tx.projects.raiseVersion(project.id)
      const flag = await insertFlag(tx, { projectId: project.id, projectVersion, createdBy: user, tags: ['ä\0"'] })
      await tx.flagDependencies.replace(project.id, flag.id, [deleted.id])
      await tx.flagRoleAccess.insert(project.id, newFlagRoleAccessRow({ flagId: flag.id, roleId: role.id }))
      await tx.activity.append(newActivityRow({ projectId: project.id, userId: user.id, itemId: String(flag.id) }))
    }
  })
  return tenant
}

/** Returns everything that the first release could store of a tenant. */
export async function dumpOfFirstRelease(driver: SqlDriver, tenant: SeededTenant): Promise<unknown> {
  const { organization, project, user } = tenant
  const flags = await flagRows(driver)
  const activity = await activityRows(driver)
  return sqlStore(driver).read(async (tx) => {
    return {
      organization: await tx.organizations.find(organization.id),
      projects: await projectsOf(tx, organization.id),
      user: await tx.users.find(user.id),
      memberships: await tx.memberships.list(organization.id, ALL),
      keys: await tx.personalApiKeys.list(user.id),
      roles: await tx.roles.list(organization.id, ALL),
      flags,
      dependencies: await tx.flagDependencies.list(project.id),
      access: await accessTo(
        tx,
        project.id,
        flags.map(({ id }) => id),
      ),
      activity,
    }
  })
}

/** Without the columns of later releases. */
async function projectsOf(tx: ReadTransaction, organizationId: string): Promise<unknown> {
  const { count, items } = await tx.projects.list([organizationId], ALL)
  return { count, items: items.map(({ staleness: _, ...project }) => project) }
}

async function accessTo(tx: ReadTransaction, projectId: number, flagIds: readonly number[]): Promise<unknown> {
  const access: unknown[] = []
  for (const flagId of flagIds) access.push(await tx.flagRoleAccess.list(projectId, flagId, ALL))
  return access
}

/** Returns the rows of all flags, without the columns of later releases. */
async function flagRows(driver: SqlDriver) {
  const { db } = sqlContext(driver.dialect)
  const all = db.selectFrom('flags').selectAll().orderBy('id')
  const rows = await driver.read((connection) => new SqlSession(connection).query(all))
  return rows.map(flagOfFirstRelease)
}

/** Returns the rows of the activity, without the columns of later releases. */
async function activityRows(driver: SqlDriver): Promise<unknown> {
  const { db } = sqlContext(driver.dialect)
  const all = db
    .selectFrom('activity')
    .select(['seq', 'id', 'project_id', 'user_id', 'verb', 'scope', 'item_id', 'detail', 'created_at'])
    .orderBy('seq')
  return driver.read((connection) => new SqlSession(connection).query(all))
}
