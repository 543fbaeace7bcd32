import type { Store } from '@flagdeck/core'
import type { ActivityTable, FlagTable, OrganizationTable, ProjectTable, Transaction } from '@flagdeck/core/store'
import { type SqlDriver, sqlStore } from '@flagdeck/store-sql'
import type { SqlContext } from '../../src/sql-context.ts'
import { sqlContext } from '../../src/sql-context.ts'
import { SqlSession } from '../../src/sql-session.ts'
import { sqlTransactions } from '../../src/sql-transaction.ts'
import { flagRowOf } from '../../src/tables/flag-row.ts'
import { flagOfFirstRelease } from './first-release-dump.ts'

/**
 * Returns a store that writes organizations, projects and flags like the first release, on its schema or together with
 * a newer release. It writes no slugs, tags of versions, usage keys or history. Everything else is current.
 */
export function firstReleaseStore(driver: SqlDriver): Store {
  const context = sqlContext(driver.dialect)
  const transactionOn = sqlTransactions(context)
  return {
    ...sqlStore(driver),
    write: (work, options) =>
      driver.write((connection) => {
        const session = new SqlSession(connection)
        const tx = transactionOn(session)
        const organizations = { ...tx.organizations, ...firstReleaseOrganizations(context, session) }
        const projects = { ...tx.projects, ...firstReleaseProjects(context, session) }
        const flags = { ...tx.flags, ...firstReleaseFlags(context, session) }
        const activity = { ...tx.activity, ...firstReleaseActivity(context, session) }
        // All tables of a transaction, some of them replaced.
        const replaced = {
          organizations: { value: organizations },
          projects: { value: projects },
          flags: { value: flags },
          activity: { value: activity },
        }
        return session.contain(() => work(Object.create(tx, replaced) as Transaction))
      }, options),
  }
}

function firstReleaseOrganizations({ db }: SqlContext, session: SqlSession): Pick<OrganizationTable, 'insert'> {
  return {
    async insert({ id, name, defaultFlagAccessLevel, createdAt }) {
      const row = { id, name, default_flag_access_level: defaultFlagAccessLevel, created_at: createdAt }
      await session.query(db.insertInto('organizations').values(row))
    },
  }
}

function firstReleaseFlags({ db }: SqlContext, session: SqlSession): Pick<FlagTable, 'insert'> {
  return {
    async insert(flag, index) {
      const row = flagOfFirstRelease(flagRowOf(flag, index))
      const [inserted] = await session.query(db.insertInto('flags').values(row).returning('id'))
      return { ...flag, id: inserted?.id ?? 0 }
    },
  }
}

function firstReleaseActivity({ db }: SqlContext, session: SqlSession): Pick<ActivityTable, 'append'> {
  return {
    async append(entry) {
      const row = {
        id: entry.id,
        project_id: entry.projectId,
        user_id: entry.userId,
        verb: entry.verb,
        scope: entry.scope,
        item_id: entry.itemId,
        detail: JSON.stringify(entry.detail),
        created_at: entry.createdAt,
      }
      await session.query(db.insertInto('activity').values(row))
    },
  }
}

function firstReleaseProjects({ db }: SqlContext, session: SqlSession): Pick<ProjectTable, 'insert' | 'raiseVersion'> {
  return {
    async insert(project) {
      const row = {
        uuid: project.uuid,
        organization_id: project.organizationId,
        name: project.name,
        api_token: project.apiToken,
        secret_api_token: project.secretApiToken,
        timezone: project.timezone,
        group_types: JSON.stringify(project.groupTypes),
        property_matching_version: project.propertyMatchingVersion,
        version: project.version,
        created_at: project.createdAt,
      }
      const [inserted] = await session.query(db.insertInto('projects').values(row).returning('id'))
      return { ...project, id: inserted?.id ?? 0 }
    },
    async raiseVersion(projectId) {
      const [raised] = await session.query(
        db
          .updateTable('projects')
          .set((eb) => ({ version: eb('version', '+', 1) }))
          .where('id', '=', projectId)
          .returning('version'),
      )
      return raised?.version ?? 0
    },
  }
}
