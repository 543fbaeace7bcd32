import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ServerCommand } from './server-process.ts'

const WORKSPACE = fileURLToPath(new URL('../..', import.meta.url))

/** Builds the command, unless it is built from the current sources. */
export function buildServer(): void {
  execFileSync(process.execPath, ['scripts/build.ts', '--app'], { cwd: WORKSPACE, stdio: 'inherit' })
}

/** Returns the built command as `npm start` runs it, but without limits and request logs. */
export function flagdeckCommand(databaseUrl: string, settings: Readonly<Record<string, string>> = {}): ServerCommand {
  return {
    args: [`${WORKSPACE}packages/server/dist/cli.js`, 'serve'],
    env: {
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'warn',
      FLAGDECK_RATE_LIMIT: 'off',
      FLAGDECK_MAX_FLAGS_PER_PROJECT: '1000000',
      FLAGDECK_MAX_PROJECT_FILTERS_BYTES: '1073741824',
      ...settings,
    },
    readyPath: '/_readyz',
  }
}
