import { spawnSync } from 'node:child_process'
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../src/index.ts'
import { ask, FLAGS, type Instance } from './support/instances.ts'
import { otherSqliteProcess } from './support/other-sqlite-process.ts'
import { askInTime, expectUnavailable } from './support/outage.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

/** The longest time that the process may be blocked (OUT-11). */
const LONGEST_STALL_MS = 100
const LONGEST_RETURN_MS = 5000

async function serverOnFile(folder = temporaryFolder()) {
  const path = join(folder, 'flags.db')
  const options = { databaseUrl: `sqlite:${path}`, port: 0, logLevel: 'silent', rateLimit: 'off' } as const
  const instance = await startServer(options)
  onTestFinished(() => instance.close())
  const { personalApiKey: key, projectToken: token } = instance.credentials ?? { personalApiKey: '', projectToken: '' }
  const write = (name: string) => askInTime(instance, FLAGS, { key, body: { key: name, filters: { groups: [{}] } } })
  expect((await write('beta')).status).toBe(201)
  return { path, instance, key, token, write }
}

async function expectReading(instance: Instance, key: string, token: string): Promise<void> {
  const evaluated = await askInTime(instance, '/flags/?v=2', { body: { token, distinct_id: 'ada' } })
  expect(evaluated.body.flags).toMatchObject({ beta: { enabled: true } })
  expect(await askInTime(instance, FLAGS, { key })).toMatchObject({ status: 200, body: { count: 1 } })
}

test('OUT-5 OUT-11 a file that another process has locked is read, and written to once it is free', async () => {
  const { path, instance, key, token, write } = await serverOnFile()
  const created = await ask(instance, '/api/projects/@current/dashboards/', { key, body: { name: 'Usage' } })
  expect(created.status).toBe(201)
  const other = otherSqliteProcess(path)
  await other.run('begin immediate')
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const refused = Promise.all(Array.from({ length: 20 }, (_, n) => write(`locked-${n}`)))
  await expectReading(instance, key, token)
  const dashboard = await askInTime(instance, `/api/projects/@current/dashboards/${created.body.id}/`, { key })
  expect(dashboard).toMatchObject({ status: 200, body: { name: 'Usage' } })
  for (const answer of await refused) expectUnavailable(answer)
  delay.disable()
  // The maximum is not used: another process may occupy the processor occasionally.
  expect(delay.percentile(95) / 1e6).toBeLessThan(LONGEST_STALL_MS)
  await other.run('rollback')
  await expect.poll(async () => (await write('free')).status, { timeout: LONGEST_RETURN_MS }).toBe(201)
})

test('OUT-4 OUT-6 a full disk refuses writes whole, reading goes on, and it is over when there is room', async ({
  skip,
}) => {
  const disk = smallDisk()
  if (disk === undefined) return skip('only root may make a disk that is full so soon')
  const { path, instance, key, token, write } = await serverOnFile(disk)
  const ballast = join(disk, 'ballast')
  fill(ballast)
  const statuses = [await write('a'), await write('b')]
  for (const answer of statuses) expectUnavailable(answer)
  await expectReading(instance, key, token)
  rmSync(ballast)
  await expect.poll(async () => (await write('room')).status, { timeout: LONGEST_RETURN_MS }).toBe(201)
  expect(await otherSqliteProcess(path).run('select key from flags order by id')).toEqual([
    { key: 'beta' },
    { key: 'room' },
  ])
})

/**
 * Mounts a disk of a few megabytes, which is removed after the test. Returns undefined if this user may not mount one.
 */
function smallDisk(): string | undefined {
  const folder = temporaryFolder()
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder])
  if (status !== 0) return undefined
  onTestFinished(() => {
    spawnSync('umount', ['-l', folder])
  })
  return folder
}

/** Writes until the disk is full. */
function fill(path: string): void {
  for (const size of [65_536, 4096, 1]) {
    try {
      for (;;) appendFileSync(path, Buffer.alloc(size))
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
    }
  }
}
