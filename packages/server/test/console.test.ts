import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installedPackage } from './support/installed-package.ts'
import { startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

test('CONSOLE-2 the page is asked for each time, whatever the folder is called that the program lies in', async () => {
  const { program } = installedPackage(join(temporaryFolder(), 'assets'))
  const server = await startServerProcess({ cwd: temporaryFolder(), program })
  const page = await fetch(`${server.url}/console/`)
  expect(page.headers.get('cache-control')).toBe('no-cache')
})
