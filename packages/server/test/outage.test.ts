import { createMigratedDatabase, describeOnNewestPostgres } from '@flagdeck/store-postgres/testing'
import { expect, onTestFinished, test } from 'vitest'
import { call, startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

describeOnNewestPostgres('a server whose database goes away', ({ url }) => {
  test('SERVE-20 goes on evaluating, says how old its flags are, and answers what needs the database with 503', async () => {
    const database = await createMigratedDatabase(url)
    let gone = false
    const drop = async () => {
      if (!gone) await database.dispose()
      gone = true
    }
    onTestFinished(drop)
    const server = await startServerProcess({ cwd: temporaryFolder(), env: { DATABASE_URL: database.url } })
    const flags = `${server.url}/api/projects/1/feature_flags/`
    const evaluate = () =>
      call(`${server.url}/flags/?v=2`, undefined, 'POST', { token: server.projectToken ?? '', distinct_id: 'ada' })
    const created = await call(flags, server.personalApiKey, 'POST', { key: 'beta', filters: { groups: [{}] } })
    expect(created.status).toBe(201)
    expect((await evaluate()).body.flags).toMatchObject({ beta: { enabled: true } })

    await drop()
    expect(await evaluate()).toMatchObject({ status: 200, body: { flags: { beta: { enabled: true } } } })
    expect(await call(flags, server.personalApiKey)).toMatchObject({ status: 503, body: { type: 'server_error' } })
    await expect
      .poll(() => call(`${server.url}/_readyz`, undefined), { timeout: 10_000 })
      .toEqual({
        status: 200,
        body: { status: 'degraded', store: 'unreachable', definitions_age_seconds: expect.any(Number) },
      })
    server.process.kill('SIGTERM')
    expect(await server.finished).toMatchObject({ code: 0 })
  })
})
