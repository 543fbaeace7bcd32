import { expect } from 'vitest'
import { ask, type Instance } from '../../../packages/server/test/support/instances.ts'
import { type ServerProcess, startServerProcess } from '../../../packages/server/test/support/server-process.ts'
import { temporaryFolder } from '../../../packages/server/test/support/temporary-folder.ts'

/** A server in a process of its own, one of several on a database. */
export interface InstanceProcess extends Instance {
  readonly server: ServerProcess
  /** Ends it as an operator would, and sees to it that it ends well. */
  close(): Promise<void>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
}

export interface InstanceSettings {
  /** Where its `./data` is, when it has no database elsewhere. */
  readonly cwd?: string
  readonly databaseUrl?: string
  readonly redis?: { readonly url: string; readonly prefix: string }
  readonly args?: readonly string[]
}

/** Requests are not limited, and what is no trouble is not logged. */
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

/** A number that an instance says of itself. */
export async function metricOf(instance: Instance, name: string): Promise<number> {
  const { text } = await ask(instance, '/metrics')
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

/** Waits until an instance hears of the changes of others. */
export async function untilListening(instance: Instance): Promise<void> {
  await expect.poll(() => metricOf(instance, 'change_bus_up'), { timeout: 10_000 }).toBe(1)
}
