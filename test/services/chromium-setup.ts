import type { TestProject } from 'vitest/node'
import { type ChromiumService, findChromium } from './chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    chromium: ChromiumService
  }
}

/** Provides Chromium to the browser tests. It is looked for, and installed, before any of them runs. */
export async function setup(project: TestProject): Promise<void> {
  project.provide('chromium', await findChromium())
}
