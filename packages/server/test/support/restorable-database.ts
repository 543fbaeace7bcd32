import { randomBytes } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMigratedDatabase, runStatements } from '@flagdeck/store-postgres/testing'
import { onTestFinished } from 'vitest'
import { otherSqliteProcess } from './other-sqlite-process.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A database that can be restored from a copy. */
export interface RestorableDatabase {
  readonly url: string
  /** Copies the database, to which there must be no connections. Returns the URL of the copy. */
  backUp(): Promise<string>
  /** Replaces the database by a copy. There must be no connections to either. */
  restore(copyUrl: string): Promise<void>
  /** Replaces the database under running servers: their connections break, or they find other rows. */
  restoreUnderServers(copyUrl: string): Promise<void>
}

export async function restorablePostgres(serverUrl: string): Promise<RestorableDatabase> {
  const { url, dispose } = await createMigratedDatabase(serverUrl)
  onTestFinished(dispose)
  const nameIn = (of: string) => new URL(of).pathname.slice(1)
  const replace = (copyUrl: string) =>
    runStatements(
      serverUrl,
      `drop database ${nameIn(url)} with (force)`,
      `create database ${nameIn(url)} template ${nameIn(copyUrl)}`,
    )
  return {
    url,
    async backUp() {
      const copy = new URL(url)
      copy.pathname = `/flagdeck_${randomBytes(8).toString('hex')}`
      await runStatements(serverUrl, `create database ${nameIn(copy.href)} template ${nameIn(url)}`)
      onTestFinished(() => runStatements(serverUrl, `drop database ${nameIn(copy.href)} with (force)`))
      return copy.href
    },
    restore: replace,
    restoreUnderServers: replace,
  }
}

export async function restorableSqlite(): Promise<RestorableDatabase> {
  const folder = temporaryFolder()
  const path = join(folder, 'flags.db')
  const pathIn = (url: string) => url.slice('sqlite:'.length)
  let copies = 0
  return {
    url: `sqlite:${path}`,
    async backUp() {
      const copy = join(folder, `copy-${copies++}.db`)
      copyFileSync(path, copy)
      return `sqlite:${copy}`
    },
    restore: async (copyUrl) => copyFileSync(pathIn(copyUrl), path),
    async restoreUnderServers(copyUrl) {
      const other = otherSqliteProcess(path)
      await other.run('pragma foreign_keys = off')
      await other.run('attach database ? as copy', pathIn(copyUrl))
      await other.run('begin immediate')
      await other.run('drop trigger if exists activity_no_delete')
      for (const table of ['activity', 'flags', 'project_versions', 'projects']) {
        await other.run(`delete from ${table}`)
        await other.run(`insert into ${table} select * from copy.${table}`)
      }
      await other.run('commit')
      await other.close()
    },
  }
}
