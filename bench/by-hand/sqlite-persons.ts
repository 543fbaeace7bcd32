import Database from 'better-sqlite3'
import { isProOverThirty } from '../samples/known-persons.ts'

export interface PersonScan {
  /** Reads every row, parses it, and counts. It blocks the event loop. */
  count(): number
  close(): void
}

/** Scans the table in the order of its rows. */
export function sqlitePersons(path: string): PersonScan {
  const database = new Database(path, { readonly: true })
  const all = database.prepare<unknown[], { readonly distinct_id: string; readonly properties: string }>(
    'select distinct_id, properties from persons',
  )
  return {
    count() {
      let count = 0
      for (const { properties } of all.iterate()) if (isProOverThirty(JSON.parse(properties))) count++
      return count
    },
    close: () => {
      database.close()
    },
  }
}
