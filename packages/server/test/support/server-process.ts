import type { JsonValue } from '@flagdeck/core'
import { type CommandOptions, type RunningCommand, startCommand } from './flagdeck-command.ts'

/** `flagdeck serve` in a separate process, ready for requests. */
export interface ServerProcess extends RunningCommand {
  readonly url: string
  /** Defined on a first start. */
  readonly personalApiKey: string | undefined
  readonly projectToken: string | undefined
}

/** Starts a server on a free port. Rejects with its output if it ends early. */
export async function startServerProcess(
  options: CommandOptions,
  args: readonly string[] = [],
): Promise<ServerProcess> {
  const command = startCommand(['serve', '--json', '--port', '0', ...args], options)
  const line = await firstLine(command)
  // `serve --json` prints only this line.
  const { url, personal_api_key, project_token } = JSON.parse(line) as Readonly<Record<string, string>>
  if (url === undefined) throw new Error(`the server named no URL: ${line}`)
  return { ...command, url, personalApiKey: personal_api_key, projectToken: project_token }
}

async function firstLine(command: RunningCommand): Promise<string> {
  const printed = new Promise<void>((resolve) => {
    command.process.stdout?.on('data', () => {
      if (command.stdout().includes('\n')) resolve()
    })
  })
  const ended = command.finished.then(({ code, stderr }) => {
    throw new Error(`the server ended with ${code}: ${stderr}`)
  })
  await Promise.race([printed, ended])
  return command.stdout()
}

/** Sends JSON to a server and reads JSON back. */
export async function call(
  url: string,
  key: string | undefined,
  method: 'GET' | 'POST' | 'PATCH' = 'GET',
  body?: JsonValue,
): Promise<{ readonly status: number; readonly body: Readonly<Record<string, JsonValue>> }> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  // Every response that the tests request is an object.
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, JsonValue>) }
}
