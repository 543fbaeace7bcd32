import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { runCommand } from '../../../packages/server/test/support/flagdeck-command.ts'
import { startHost } from '../../../scripts/prove-host/running-host.ts'
import { inWorkspace } from '../../../scripts/workspace/source-files.ts'
import type { ConsoleStart } from './console-server.ts'

/** The path under which the examples mount Flagdeck. */
const BASE_PATH = '/admin/flags'

/**
 * Starts an example that serves the console from its own server, and creates a sign-in link as in docs/guides/mount.md.
 * It stops after the test.
 */
export async function startConsoleHost(example: string): Promise<ConsoleStart> {
  const folder = mkdtempSync(join(tmpdir(), 'flagdeck-console-host-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const host = await startHost([process.execPath, inWorkspace(`examples/${example}`)], folder)
  onTestFinished(async () => void (await host.stop()))
  const [, personalApiKey = '', projectToken = ''] = /Key (phx_\S+), public token (phc_\S+)/.exec(host.output()) ?? []
  const url = `${host.url}${BASE_PATH}`
  const env = { DATABASE_URL: 'sqlite:./flags.db', PUBLIC_URL: url }
  const { code, stdout, stderr } = await runCommand(['sign-in', '--json'], { cwd: folder, env })
  if (code !== 0) throw new Error(stderr)
  const { link } = JSON.parse(stdout) as { readonly link: string } // the documented output of the command
  return { url, personalApiKey, projectToken, signInLink: link }
}
