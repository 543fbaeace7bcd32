import { onTestFinished } from 'vitest'
import { openApi } from './api-under-test.ts'
import { openSqlite } from './open-stores.ts'
import { buildWorld, type World } from './world.ts'

/** A world on a separate SQLite file, which is deleted at the end of the test. */
export async function sqliteWorld(): Promise<World> {
  const api = await openApi(await openSqlite())
  onTestFinished(() => api.close())
  return buildWorld(api)
}
