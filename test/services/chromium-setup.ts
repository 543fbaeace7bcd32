import type { TestProject } from 'vitest/node'
import { type ChromiumService, findChromium } from './chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    chromium: ChromiumService
  }
}

/** Provides Chromium to the browser tests. It is searched for, and installed, before any of them runs. */
export async function setup(project: TestProject): Promise<void> {
  const service = await findChromium()
  // Reporters count skipped tests, but do not name them.
  if ('missing' in service) process.stderr.write(`SKIPPED browser tests: ${service.missing}\n`)
  project.provide('chromium', service)
}
