import { startServer } from 'flagdeck'
import type { Site } from './site.ts'

/** The whole server as a team runs it, metrics included; only the limits are off, and a line for each request. */
export async function startFlagdeckSite(databaseUrl: string): Promise<Site> {
  const { url, close } = await startServer({
    databaseUrl,
    port: 0,
    rateLimit: 'off',
    maxFlagsPerProject: 1_000_000,
    maxProjectFiltersBytes: 1024 ** 3,
    logLevel: 'warn',
  })
  return { port: Number(new URL(url).port), close }
}
