import { createMigratedDatabase, describeOnNewestPostgres } from '@flagdeck/store-postgres/testing'
import { expect, it, onTestFinished } from 'vitest'
import { describeOnPgBouncer } from '../../../test/services/describe-on-pgbouncer.ts'
import { runCommand } from './support/flagdeck-command.ts'
import { type Installation, isOn, sampleFlag } from './support/instances.ts'
import { startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

/** The interval of checks (SNAP-5), plus a second for a busy machine. */
const CHECK_MS = 6000

describeOnNewestPostgres('flagdeck serve', ({ url: serverUrl }) => {
  const newDatabase = async (): Promise<string> => {
    const database = await createMigratedDatabase(serverUrl)
    onTestFinished(() => database.dispose())
    return database.url
  }

  for (const mode of ['session', 'transaction'] as const) {
    describeOnPgBouncer(mode, serverUrl, (through) => {
      it('PG-3 PG-5 shows a change by one instance on another within the check interval', async () => {
        const options = { cwd: temporaryFolder(), env: { DATABASE_URL: through(await newDatabase()) } }
        const first = await startServerProcess(options)
        const second = await startServerProcess(options)
        const credentials = { personalApiKey: first.personalApiKey ?? '', projectToken: first.projectToken ?? '' }
        const instances = [first, second].map(({ url }) => ({ url, close: async () => undefined }))
        const [one, other] = instances as [(typeof instances)[0], (typeof instances)[0]] // one instance of each kind
        const flag = await sampleFlag(one, credentials as Installation)
        expect(await isOn(other, credentials)).toBe(false)
        await flag.turn(one, true)
        await expect.poll(() => isOn(other, credentials), { timeout: CHECK_MS }).toBe(true)
        for (const server of [first, second]) server.process.kill('SIGTERM')
        for (const { finished } of [first, second]) {
          const { code, stderr } = await finished
          expect(code).toBe(0)
          expect(stderr.match(/pooler in transaction mode/g) ?? []).toHaveLength(mode === 'transaction' ? 1 : 0)
          expect(stderr).not.toMatch(/already exists|\\n +at /)
        }
      })

      it('PG-6 doctor reports the mode of the pooler', async () => {
        const options = { cwd: temporaryFolder(), env: { DATABASE_URL: through(await newDatabase()), PORT: '0' } }
        const { code, stdout } = await runCommand(['doctor'], options)
        expect(stdout).toContain(`through a pooler in ${mode} mode`)
        expect(stdout.includes('instances poll for changes every 5 s')).toBe(mode === 'transaction')
        expect(code).toBe(0)
      })
    })
  }
})
