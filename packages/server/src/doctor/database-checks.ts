import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Store } from '@flagdeck/core'
import { checkEncryptionKey } from '@flagdeck/core/operations'
import { timestampOf } from '@flagdeck/core/store'
import type { PoolMode } from '@flagdeck/store-postgres'
import { CommandProblem } from '../commands/command-problem.ts'
import { failureSentence } from '../failure-sentence.ts'
import { openStore } from '../open-database.ts'
import { type DatabaseLocation, describeDatabase, type SqliteLocation } from '../settings/database-url.ts'
import type { Settings } from '../settings/settings.ts'
import { explainOutage } from '../with-store.ts'
import { type Check, check } from './check.ts'
import { storedSizeCheck } from './stored-size-check.ts'

/** The settings that these checks depend on. */
export type DatabaseSettings = Pick<Settings, 'databaseUrl' | 'encryptionKey' | 'maxProjectPersonsBytes'>

/**
 * Checks the database without changing it. Checks that depend on a failed one are left out.
 * @param called the name of the database in the results
 */
export async function databaseChecks(
  { databaseUrl: location, ...settings }: DatabaseSettings,
  called: string = describeDatabase(location),
): Promise<readonly Check[]> {
  const driver = await check('driver', () => loadDriver(location), driverAdvice)
  if (!driver.ok) return [driver]
  if (location.kind === 'sqlite' && location.path !== ':memory:' && !existsSync(location.path)) {
    return [driver, await check('database', () => describeMissingFile(location), failureSentence)]
  }
  const store = await openStore(location, { asItIs: true })
  try {
    return [driver, ...(await storeChecks(store, { location, settings, called }))]
  } finally {
    await store.close()
  }
}

async function loadDriver(location: DatabaseLocation): Promise<string> {
  const store = await openStore(location)
  await store.close()
  return `the ${location.kind} driver loads`
}

function driverAdvice(error: unknown): string {
  const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
  return `The database driver cannot be loaded (${reason}): reinstall Flagdeck with this version of Node.`
}

function describeMissingFile({ path, create = true }: SqliteLocation): string {
  if (!create)
    throw new CommandProblem(
      `${path} does not exist, and mode=rw does not create it: correct the path, or use mode=rwc.`,
    )
  const directory = nearestDirectory(dirname(resolve(path)))
  try {
    accessSync(directory, constants.W_OK)
  } catch {
    throw new CommandProblem(
      `${path} does not exist yet, and you have no write permission for ${directory}: grant the permission, or choose another file.`,
    )
  }
  return `${path} does not exist yet; the first start creates it`
}

function nearestDirectory(directory: string): string {
  return existsSync(directory) ? directory : nearestDirectory(dirname(directory))
}

interface StoreChecksOptions {
  readonly location: DatabaseLocation
  readonly settings: Omit<DatabaseSettings, 'databaseUrl'>
  readonly called: string
}

async function storeChecks(
  store: Store,
  { location, settings, called }: StoreChecksOptions,
): Promise<readonly Check[]> {
  const explain = (error: unknown) => failureSentence(explainOutage(error, location))
  const reachable = await check('database', () => reach(store, called), explain)
  if (!reachable.ok) return [reachable]
  const { checks, createTablesProblem } = await connectionChecks(location, explain)
  const found = [reachable, ...checks]
  if (!checks.every(({ ok }) => ok)) return found
  let pending: readonly string[] = []
  const migrations = await check(
    'migrations',
    async () => {
      pending = await store.pendingMigrations()
      if (pending.length > 0 && createTablesProblem !== undefined) throw new CommandProblem(createTablesProblem)
      return pending.length === 0 ? 'all applied' : `the next start applies ${pending.join(', ')}`
    },
    failureSentence,
  )
  if (!migrations.ok || pending.length > 0) return [...found, migrations]
  return [
    ...found,
    migrations,
    await check('writing', () => tryWriting(store), failureSentence),
    await check('encryption key', () => tryEncryptionKey(store, settings.encryptionKey), failureSentence),
    await storedSizeCheck(store, settings.maxProjectPersonsBytes),
  ]
}

/** Reports the connection to PostgreSQL, and whether the next start can migrate it. */
async function connectionChecks(
  location: DatabaseLocation,
  explain: (error: unknown) => string,
): Promise<{ readonly checks: readonly Check[]; readonly createTablesProblem?: string | undefined }> {
  if (location.kind === 'sqlite') return { checks: [] }
  let createTablesProblem: string | undefined
  const inspect = async () => {
    const { inspectPostgres } = await import('@flagdeck/store-postgres')
    const found = await inspectPostgres({ connectionString: location.url })
    createTablesProblem = found.createTablesProblem
    const encryption = found.isEncrypted ? 'encrypted' : 'not encrypted'
    return `PostgreSQL ${found.version}, ${encryption}, ${POOL_MODES[found.poolMode]}`
  }
  return { checks: [await check('connection', inspect, explain)], createTablesProblem }
}

const POOL_MODES = {
  direct: 'no pooler',
  session: 'through a pooler in session mode: its pool must have room for the connections of all instances',
  transaction:
    'through a pooler in transaction mode: without Redis, instances poll for changes every 5 s; connect directly to receive changes immediately',
} as const satisfies Record<PoolMode, string>

async function reach(store: Store, called: string): Promise<string> {
  await store.ping()
  return `connected to ${called}`
}

const NO_KEY = '00000000-0000-0000-0000-000000000000'

/** Runs a write statement that changes nothing: a read-only database still refuses it. */
async function tryWriting(store: Store): Promise<string> {
  await store.write((tx) => tx.personalApiKeys.touch(0, NO_KEY, timestampOf(Date.now())))
  return 'the database accepts writes'
}

async function tryEncryptionKey(store: Store, key: Settings['encryptionKey']): Promise<string> {
  const { status, problem } = await checkEncryptionKey(store, key)
  if (problem !== undefined) throw new CommandProblem(problem)
  return status === 'ok' ? 'the key decrypts the stored payloads' : 'there are no encrypted payloads'
}
