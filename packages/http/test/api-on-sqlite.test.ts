import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteStore } from '@flagdeck/store-sqlite'
import { describeApi } from './describe-api.ts'

describeApi('SQLite', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'flagdeck-api-'))
  return {
    store: sqliteStore(join(directory, 'flags.db'), { synchronous: 'normal' }),
    dispose: () => rm(directory, { recursive: true }),
  }
})
