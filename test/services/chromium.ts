import { findProgram, isProgram } from './system-program.ts'

export interface ChromiumLaunch {
  readonly executablePath: string
  readonly args: string[]
}

/** The launch options of Chromium, or why there is none. */
export type ChromiumService = ChromiumLaunch | { readonly missing: string }

/** Options of every Chromium of the tests, in addition to a separate empty profile. */
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

/** The shell is Chromium without windows, tabs and menus, which tests do not use, and takes two thirds of the time. */
const CHROMIUM = {
  name: 'Chromium',
  commands: ['chromium-headless-shell', 'chromium', 'chromium-browser'],
  debianPackage: 'chromium-headless-shell',
}

let service: Promise<ChromiumService> | undefined

/**
 * Finds Chromium: `CHROMIUM_PATH`, then `PATH`, then, as root on Debian, the distribution's package, which it installs
 * and reports on standard error. It searches once per process.
 *
 * @throws Error if there is none and `CI` is true
 */
export function findChromium(): Promise<ChromiumService> {
  service ??= lookForChromium()
  return service
}

async function lookForChromium(): Promise<ChromiumService> {
  try {
    return { executablePath: given() ?? (await findProgram(CHROMIUM)), args: FLAGS }
  } catch (error) {
    const missing = `Chromium cannot be had here, set CHROMIUM_PATH: ${error instanceof Error ? error.message : error}`
    if (process.env.CI === 'true') throw new Error(missing, { cause: error })
    return { missing }
  }
}

function given(): string | undefined {
  const path = process.env.CHROMIUM_PATH
  if (!path) return undefined
  // This path was requested explicitly: another Chromium would test something else.
  if (!isProgram(path)) throw new Error(`CHROMIUM_PATH is ${path}, which is no program`)
  return path
}
