import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

/** A program that tests need and npm does not install. */
export interface SystemProgram {
  /** The name of the program in messages: `Chromium`. */
  readonly name: string
  /** The possible names of the executable; the first that is found is used. */
  readonly commands: readonly string[]
  /** The Debian package that contains it. */
  readonly debianPackage: string
}

const APT = '/usr/bin/apt-get'
const INSTALL_TIMEOUT_MS = 300_000

/**
 * Returns the path of a program from `PATH`, or, as root on Debian, from the distribution's package, which it installs
 * and reports on standard error.
 *
 * @throws Error if there is none
 */
export async function findProgram(program: SystemProgram): Promise<string> {
  return onPath(program.commands) ?? (await installed(program))
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function onPath(commands: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return commands.flatMap((command) => folders.map((folder) => join(folder, command))).find(isProgram)
}

async function installed({ name, commands, debianPackage }: SystemProgram): Promise<string> {
  if (process.getuid?.() !== 0 || !existsSync(APT)) throw new Error('it is not on PATH, and only root can install it')
  process.stderr.write(`Tests need ${name}: installing Debian's package with apt-get …\n`)
  await apt('update')
  await apt('install', '-y', '--no-install-recommends', debianPackage)
  const path = onPath(commands)
  if (path === undefined) throw new Error('apt-get installed it, but it is not on PATH')
  return path
}

async function apt(...args: readonly string[]): Promise<void> {
  // Another process may be installing packages.
  await promisify(execFile)(APT, ['-q', '-o', 'DPkg::Lock::Timeout=120', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: INSTALL_TIMEOUT_MS,
    maxBuffer: 64 * 1024 * 1024,
  })
}
