import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Store } from '@flagdeck/core'
import { timestampOf } from '@flagdeck/core/store'
import { CommandProblem } from '../commands/command-problem.ts'
import { failureSentence } from '../failure-sentence.ts'
import { openStore } from '../open-database.ts'
import { type DatabaseLocation, describeDatabase } from '../settings/database-url.ts'
import { explainOutage } from '../with-store.ts'
import { type Check, check } from './check.ts'
import { storedSizeCheck } from './stored-size-check.ts'

/**
 * Looks at the database without changing it. What follows from a failed check is left out.
 * @param limitBytes bytes that a project may store about persons and groups
 * @param called the name of the database in the results
 */
export async function databaseChecks(
  location: DatabaseLocation,
  limitBytes: number,
  called: string = describeDatabase(location),
): Promise<readonly Check[]> {
  const driver = await check('driver', () => loadDriver(location), driverAdvice)
  if (!driver.ok) return [driver]
  if (location.kind === 'sqlite' && location.path !== ':memory:' && !existsSync(location.path)) {
    return [driver, await check('database', () => describeMissingFile(location.path), failureSentence)]
  }
  const store = await openStore(location, { asItIs: true })
  try {
    return [driver, ...(await storeChecks(store, { location, limitBytes, called }))]
  } finally {
    await store.close()
  }
}

async function loadDriver(location: DatabaseLocation): Promise<string> {
  const store = await openStore(location)
  await store.close()
  return `the driver for ${location.kind} loads`
}

function driverAdvice(error: unknown): string {
  const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
  return `The database driver does not load (${reason}): install Flagdeck again with this Node.`
}

function describeMissingFile(path: string): string {
  const directory = nearestDirectory(dirname(resolve(path)))
  try {
    accessSync(directory, constants.W_OK)
  } catch {
    throw new CommandProblem(
      `${path} is not there yet, and this user may not write to ${directory}: let it, or choose another.`,
    )
  }
  return `${path} is not there yet; the first start makes it`
}

function nearestDirectory(directory: string): string {
  return existsSync(directory) ? directory : nearestDirectory(dirname(directory))
}

interface Looked {
  readonly location: DatabaseLocation
  readonly limitBytes: number
  readonly called: string
}

async function storeChecks(store: Store, { location, limitBytes, called }: Looked): Promise<readonly Check[]> {
  const explain = (error: unknown) => failureSentence(explainOutage(error, location))
  const reachable = await check('database', () => reach(store, called), explain)
  if (!reachable.ok) return [reachable]
  let pending: readonly string[] = []
  const migrations = await check(
    'migrations',
    async () => {
      pending = await store.pendingMigrations()
      return pending.length === 0 ? 'all applied' : `the next start applies ${pending.join(', ')}`
    },
    failureSentence,
  )
  if (!migrations.ok || pending.length > 0) return [reachable, migrations]
  const writing = await check('writing', () => tryWriting(store), failureSentence)
  return [reachable, migrations, writing, await storedSizeCheck(store, limitBytes)]
}

async function reach(store: Store, called: string): Promise<string> {
  await store.ping()
  return `${called} answers`
}

const NO_KEY = '00000000-0000-0000-0000-000000000000'

/** A statement that writes, to nothing: a database that is read-only refuses it all the same. */
async function tryWriting(store: Store): Promise<string> {
  await store.write((tx) => tx.personalApiKeys.touch(0, NO_KEY, timestampOf(Date.now())))
  return 'the database takes writes'
}
