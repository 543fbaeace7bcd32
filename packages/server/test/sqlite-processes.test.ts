import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../src/index.ts'
import { type Instance, sampleFlag, timeUntil } from './support/instances.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const CHANGES = 6
const WITHIN_MS = 1000

/** Starts a server in this process, on a file that a server in another process uses. */
async function serverBeside(cwd: string): Promise<Instance> {
  const instance = await startServer({
    databaseUrl: `sqlite:${join(cwd, 'data/flagdeck.db')}`,
    port: 0,
    logLevel: 'silent',
  })
  onTestFinished(() => instance.close())
  return instance
}

/** Returns the credentials that a first start printed. */
function installationOf({ personalApiKey = '', projectToken = '' }: ServerProcess) {
  const unused = () => Promise.reject(new Error('of no use here'))
  return { databaseUrl: '', personalApiKey, projectToken, start: unused, dropDatabase: unused }
}

test('PROP-9 processes on one SQLite file answer with what another has changed within a second', async () => {
  const cwd = temporaryFolder()
  const process = await startServerProcess({ cwd })
  const installation = installationOf(process)
  const [here, there] = [await serverBeside(cwd), { url: process.url, close: async () => undefined }]
  const flag = await sampleFlag(here, installation)
  for (const instance of [here, there]) await timeUntil(false, instance, installation)
  for (let n = 0; n < CHANGES; n++) {
    const [writer, reader] = n % 2 === 0 ? [there, here] : [here, there]
    await flag.turn(writer, n % 2 === 0)
    expect(await timeUntil(n % 2 === 0, reader, installation)).toBeLessThan(WITHIN_MS)
  }
})
