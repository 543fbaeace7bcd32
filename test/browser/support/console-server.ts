import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { environmentWith } from '../../../packages/server/test/support/flagdeck-command.ts'
import { inWorkspace } from '../../../scripts/workspace/source-files.ts'

/** The addresses and credentials of the API and its console, which a first start prints. */
export interface ConsoleStart {
  readonly url: string
  readonly personalApiKey: string
  readonly projectToken: string
  /** Works once. */
  readonly signInLink: string
}

/** `flagdeck serve`, started for the first time in an empty folder. */
export interface ConsoleServer extends ConsoleStart {
  /** Suspends the process, as on an overloaded machine: connections stay open, but no request gets a response. */
  pause(): void
  goOn(): void
  close(): Promise<void>
}

const COMMAND = inWorkspace('packages/server/dist/cli.js')

export async function startConsoleServer(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<ConsoleServer> {
  const folder = mkdtempSync(join(tmpdir(), 'flagdeck-console-'))
  const child = spawn(process.execPath, [COMMAND, 'serve', '--json', '--port', '0', ...args], {
    cwd: folder,
    env: environmentWith(env),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const exited = once(child, 'exit')
  const ended = exited.then(([code]) => Promise.reject(new Error(`the server ended with ${code}`)))
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended])
  // The line that a first start with --json prints.
  const said = JSON.parse(String(line)) as Record<'url' | 'personal_api_key' | 'project_token' | 'sign_in_link', string>
  return {
    url: said.url,
    personalApiKey: said.personal_api_key,
    projectToken: said.project_token,
    signInLink: said.sign_in_link,
    pause: () => child.kill('SIGSTOP'),
    goOn: () => child.kill('SIGCONT'),
    async close() {
      child.kill('SIGKILL')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
