import { existsSync, globSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installedPackage } from './support/installed-package.ts'
import { startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

/** Node's own cache folder; empty, so that it is not used. */
const NO_OTHER_FOLDER = { NODE_COMPILE_CACHE: '' }

/** Waits until the files are stored: they are written soon after the server prints its address. */
function untilKept(folder: string) {
  return expect.poll(() => globSync('**/*', { cwd: folder }).length, { timeout: 20_000 }).toBeGreaterThan(10)
}

test('SERVE-15 a start keeps what was compiled beside the program and nowhere else, also when it is killed', async () => {
  const { program, compiled } = installedPackage()
  const cwd = temporaryFolder()
  const server = await startServerProcess({ cwd, env: NO_OTHER_FOLDER, program })
  await untilKept(compiled)
  server.process.kill('SIGKILL')
  await server.finished
  expect(readdirSync(cwd)).toEqual(['data'])
  expect(readdirSync(join(cwd, 'data')).filter((name) => !name.startsWith('flagdeck.db'))).toEqual([])

  await startServerProcess({ cwd, env: NO_OTHER_FOLDER, program })
})

test('SERVE-15 NODE_COMPILE_CACHE names another folder', async () => {
  const { program, compiled } = installedPackage()
  const elsewhere = temporaryFolder()
  await startServerProcess({ cwd: temporaryFolder(), env: { NODE_COMPILE_CACHE: elsewhere }, program })
  await untilKept(elsewhere)
  expect(existsSync(compiled)).toBe(false)
})

test('SERVE-15 a server starts where nothing can be kept', async () => {
  const { program, compiled } = installedPackage()
  writeFileSync(compiled, 'a file where a folder is needed')
  const server = await startServerProcess({ cwd: temporaryFolder(), env: NO_OTHER_FOLDER, program })
  server.process.kill('SIGTERM')
  expect(await server.finished).toMatchObject({ code: 0 })
})
