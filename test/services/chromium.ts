import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

/** How to launch Chromium. */
export interface ChromiumLaunch {
  readonly executablePath: string
  readonly args: string[]
}

/** How to launch Chromium, or why there is none. */
export type ChromiumService = ChromiumLaunch | { readonly missing: string }

/** What every Chromium of the tests is started with, besides an empty profile of its own. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const PROGRAMS = ['chromium', 'chromium-browser'] as const
const APT = '/usr/bin/apt-get'
const INSTALL_TIMEOUT_MS = 300_000

let service: Promise<ChromiumService> | undefined

/**
 * Finds Chromium: `CHROMIUM_PATH`, then `PATH`, then, as root on Debian, the distribution's package, which it installs
 * and says so on standard error. It looks once per process.
 *
 * @throws Error when there is none and `CI` is true
 */
export function findChromium(): Promise<ChromiumService> {
  service ??= lookForChromium()
  return service
}

async function lookForChromium(): Promise<ChromiumService> {
  try {
    return { executablePath: given() ?? onPath() ?? (await installed()), args: FLAGS }
  } catch (error) {
    const missing = `Chromium cannot be had here, set CHROMIUM_PATH: ${error instanceof Error ? error.message : error}`
    if (process.env.CI === 'true') throw new Error(missing, { cause: error })
    return { missing }
  }
}

function given(): string | undefined {
  const path = process.env.CHROMIUM_PATH
  if (!path) return undefined
  // Somebody asked for this one: another would test something else.
  if (!isProgram(path)) throw new Error(`CHROMIUM_PATH is ${path}, which is no program`)
  return path
}

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  return PROGRAMS.flatMap((program) => folders.map((folder) => join(folder, program))).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function installed(): Promise<string> {
  if (process.getuid?.() !== 0 || !existsSync(APT)) throw new Error('it is not on PATH, and only root can install it')
  process.stderr.write("Browser tests need Chromium: installing Debian's package with apt-get …\n")
  await apt('update')
  await apt('install', '-y', '--no-install-recommends', 'chromium')
  const path = onPath()
  if (path === undefined) throw new Error('apt-get installed it, but it is not on PATH')
  return path
}

async function apt(...args: readonly string[]): Promise<void> {
  await promisify(execFile)(APT, ['-q', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: INSTALL_TIMEOUT_MS,
    maxBuffer: 64 * 1024 * 1024,
  })
}
