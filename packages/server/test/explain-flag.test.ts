import { join } from 'node:path'
import { createFlagdeck } from '@flagdeck/core'
import { sqliteStore } from '@flagdeck/store-sqlite'
import { expect, test } from 'vitest'
import { explainFlag } from '../src/commands/flags/explain-flag.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

test('SERVE-48 reports that a flag with encrypted payloads is not evaluated', async () => {
  const path = join(temporaryFolder(), 'flags.db')
  const deck = await createFlagdeck({ store: sqliteStore(path), encryptionKey: new Uint8Array(32) })
  const payload = { groups: [{ rollout_percentage: 100 }], payloads: { true: '1' } }
  const encrypted = { isRemoteConfiguration: true, hasEncryptedPayloads: true }
  await (await deck.project()).flags.create({ key: 'sealed', filters: payload, ...encrypted })
  await deck.close()
  const explained = explainFlag('sealed', { distinctId: 'ada' }, { databaseUrl: { kind: 'sqlite', path } })
  await expect(explained).rejects.toThrow('Flag "sealed" has encrypted payloads')
})
