import { postgresStore } from '@flagdeck/store-postgres'
import { createTestDatabase, describeOnNewestPostgres } from '@flagdeck/store-postgres/testing'
import { describeApi } from './describe-api.ts'

describeOnNewestPostgres('PostgreSQL', ({ name, url }) => {
  describeApi(name, async () => {
    const database = await createTestDatabase(url)
    return { store: postgresStore(withoutFlushing(database.url)), dispose: () => database.dispose() }
  })
})

/** What a power failure would take is of no interest here, and waiting for the disk is slow. */
function withoutFlushing(url: string): string {
  const relaxed = new URL(url)
  relaxed.searchParams.set('options', '-c synchronous_commit=off')
  return relaxed.href
}
