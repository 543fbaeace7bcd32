import { expect } from 'vitest'
import { ask, type Instance } from '../../../packages/server/test/support/instances.ts'
import { type ServerProcess, startServerProcess } from '../../../packages/server/test/support/server-process.ts'
import { temporaryFolder } from '../../../packages/server/test/support/temporary-folder.ts'

/** A server in a separate process, one of several with the same database. */
export interface InstanceProcess extends Instance {
  readonly server: ServerProcess
  /** Stops it like an operator, and expects a clean exit. */
  close(): Promise<void>
  /** Kills it like a power failure. */
  kill(): Promise<void>
}

export interface InstanceSettings {
  /** The folder of its `./data`, if it uses no other database. */
  readonly cwd?: string
  readonly databaseUrl?: string
  readonly redis?: { readonly url: string; readonly prefix: string }
  readonly args?: readonly string[]
}

/** Without rate limits; logs only warnings and errors. */
const ARGS = ['--rate-limit', 'off', '--log-level', 'warn', '--metrics', 'on']

/** Starts `flagdeck serve`. It is killed after the test. */
export async function startInstanceProcess(settings: InstanceSettings): Promise<InstanceProcess> {
  const { cwd = temporaryFolder(), databaseUrl, redis, args = [] } = settings
  const database: Record<string, string> = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
  const shared: Record<string, string> = redis ? { REDIS_URL: redis.url, FLAGDECK_REDIS_PREFIX: redis.prefix } : {}
  const server = await startServerProcess({ cwd, env: { ...database, ...shared } }, [...ARGS, ...args])
  return {
    url: server.url,
    server,
    async close() {
      server.process.kill('SIGTERM')
      expect(await server.finished).toMatchObject({ code: 0 })
    },
    async kill() {
      server.process.kill('SIGKILL')
      await server.finished
    },
  }
}

/** Returns the value of a metric of an instance. */
export async function metricOf(instance: Instance, name: string): Promise<number> {
  const { text } = await ask(instance, '/metrics')
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

/** Waits until an instance is notified of the changes of others. */
export async function untilListening(instance: Instance): Promise<void> {
  await expect.poll(() => metricOf(instance, 'change_bus_up'), { timeout: 10_000 }).toBe(1)
}
