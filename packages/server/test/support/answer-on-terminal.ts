import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { CLI, type CommandOptions, environmentWith } from './flagdeck-command.ts'

/**
 * Runs the command on a terminal, which the program `script` creates, and answers the question of the command. Resolves
 * to everything that the terminal has shown.
 */
export async function answerOnTerminal(
  args: readonly string[],
  answer: string,
  { cwd, env }: CommandOptions,
): Promise<string> {
  const command = [process.execPath, CLI, ...args].map((word) => `'${word}'`).join(' ')
  const terminal = spawn('script', ['-qec', command, '/dev/null'], {
    cwd,
    env: environmentWith(env),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    terminal.kill('SIGKILL')
  })
  let shown = ''
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
    const wasAsked = shown.includes('[y/N]')
    shown += text
    if (!wasAsked && shown.includes('[y/N]')) terminal.stdin.write(`${answer}\n`)
  })
  await once(terminal, 'close')
  return shown
}
