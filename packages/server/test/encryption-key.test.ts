import { createTestDatabase, describeOnNewestPostgres } from '@flagdeck/store-postgres/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type CommandOptions, runCommand } from './support/flagdeck-command.ts'
import { call, type ServerProcess, startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const [OLD, NEW] = [keyOf(1), keyOf(2)]

const VAULT = {
  key: 'vault',
  is_remote_configuration: true,
  has_encrypted_payloads: true,
  filters: { payloads: { true: '{"password":"hunter2"}' } },
}

const CONFIG = '/api/projects/@current/feature_flags/vault/remote_config/'

/** Returns an installation that can be started with different keys. */
function installation({ cwd, env = {} }: CommandOptions) {
  let apiKey: string | undefined
  const options = (encryptionKey: string | undefined): CommandOptions => ({
    cwd,
    env: { ...env, ...(encryptionKey === undefined ? {} : { FLAGDECK_ENCRYPTION_KEY: encryptionKey }) },
  })
  return {
    /** Starts a server with a key, and stops it after `work`. */
    async serve<T>(encryptionKey: string | undefined, work: (server: ServerProcess, key: string) => Promise<T>) {
      const server = await startServerProcess(options(encryptionKey))
      apiKey ??= server.personalApiKey
      const result = await work(server, apiKey ?? '')
      server.process.kill('SIGTERM')
      const { stderr } = await server.finished
      return { result, stderr }
    },
    run: (encryptionKey: string | undefined, ...args: readonly string[]) => runCommand(args, options(encryptionKey)),
  }
}

/** Starts with wrong keys, and rotates the key. */
async function liveThrough(options: CommandOptions): Promise<void> {
  const { serve, run } = installation(options)
  const readConfig = ({ url }: ServerProcess, key: string) => call(`${url}${CONFIG}`, key)
  await serve(OLD, async ({ url }, key) => {
    const { status } = await call(`${url}/api/projects/@current/feature_flags/`, key, 'POST', VAULT)
    expect(status).toBe(201)
  })
  for (const [wrongKey, state] of [
    [NEW, 'wrong'],
    [undefined, 'missing'],
  ] as const) {
    const { stderr } = await serve(wrongKey, async (server, key) => {
      expect(await readConfig(server, key)).toMatchObject({ status: 503, body: { code: 'encryption_key_wrong' } })
      expect((await call(`${server.url}/_readyz`, undefined)).body).toMatchObject({
        status: 'degraded',
        store: 'ok',
        encryption_key: state,
      })
    })
    expect(stderr).toContain('Encrypted payloads cannot be read')
    expect(stderr).toContain('The payloads of the flag vault cannot be decrypted')
    const diagnosis = await run(wrongKey, 'doctor', '--json', '--port', '0')
    expect(diagnosis.code).toBe(1)
    expect(JSON.parse(diagnosis.stdout).checks).toContainEqual({
      name: 'encryption key',
      ok: false,
      detail: expect.stringContaining('Set the key that encrypted them (FLAGDECK_ENCRYPTION_KEY'),
    })
  }
  expect(await run(NEW, 'rotate-encryption-key')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The payloads of these flags cannot be decrypted with any key: vault in project 1\. /,
    ),
  })
  const rotated = await run(`${NEW},${OLD}`, 'rotate-encryption-key', '--json')
  expect(JSON.parse(rotated.stdout)).toEqual({ rotated: 1, unreadable: [] })
  const { stderr } = await serve(NEW, async (server, key) => {
    const response = await fetch(`${server.url}${CONFIG}`, { headers: { authorization: `Bearer ${key}` } })
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 200,
      body: VAULT.filters.payloads.true,
    })
    expect((await call(`${server.url}/_readyz`, undefined)).body).not.toHaveProperty('encryption_key')
  })
  expect(stderr).not.toContain('Encrypted payloads')
}

describe('FLAG-131 FLAG-132 FLAG-134 the encryption key of a server', () => {
  test('is checked, reported and rotated, on SQLite', () => liveThrough({ cwd: temporaryFolder() }))

  test('is refused in one sentence when it is none', async () => {
    const { run } = installation({ cwd: temporaryFolder() })
    const { code, stderr } = await run(`${OLD},abc`, 'serve', '--port', '0')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^FLAGDECK_ENCRYPTION_KEY .*32 random bytes as base64/)
    expect(stderr).not.toContain('abc')
  })
})

describeOnNewestPostgres('FLAG-131 FLAG-132 FLAG-134 the encryption key of a server on PostgreSQL', ({ url }) => {
  test('is checked, reported and rotated', async () => {
    const database = await createTestDatabase(url)
    onTestFinished(() => database.dispose())
    await liveThrough({ cwd: temporaryFolder(), env: { DATABASE_URL: database.url } })
  })
})
