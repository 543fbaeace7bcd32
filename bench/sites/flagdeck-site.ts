import { startServer } from 'flagdeck'
import type { Site } from './site.ts'

/** Starts the whole server as in production, including metrics, but without limits and request logs. */
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
