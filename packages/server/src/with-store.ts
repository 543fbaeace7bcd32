import { type Store, StoreUnavailable } from '@flagdeck/core'
import { type OpenOptions, openStore } from './open-database.ts'
import { type DatabaseLocation, describeDatabase } from './settings/database-url.ts'

/** Opens the database for `work` and closes it afterwards, even if `work` fails. */
export function withStore<T>(
  location: DatabaseLocation,
  work: (store: Store) => Promise<T>,
  options?: OpenOptions,
): Promise<T> {
  const workAndClose = async (store: Store) => {
    const result = await work(store)
    await store.close()
    return result
  }
  return keepingStore(location, workAndClose, options)
}

/** Opens the database for `work`, which must close it. If `work` fails, the database is closed here. */
export async function keepingStore<T>(
  location: DatabaseLocation,
  work: (store: Store) => Promise<T>,
  options?: OpenOptions,
): Promise<T> {
  const store = await openStore(location, options)
  try {
    return await work(store)
  } catch (error) {
    await store.close().catch(() => undefined)
    throw explainOutage(error, location)
  }
}

/** Adds the address of the database server to its outage, and advice if the reason has none. Errors of files have their own sentences. */
export function explainOutage(error: unknown, location: DatabaseLocation): unknown {
  if (!(error instanceof StoreUnavailable) || location.kind === 'sqlite') return error
  const reason = error.message.replace(/\.$/, '')
  const advice = error.isPermanent ? '' : '; check DATABASE_URL and the database server'
  const sentence = `The database ${describeDatabase(location)} cannot be used: ${reason}${advice}.`
  return new StoreUnavailable(sentence, error)
}
