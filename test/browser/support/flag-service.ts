import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FlagFilters } from '@flagdeck/core'
import { newFlagIndex } from '@flagdeck/core/fixtures'
import type { ReadTransaction } from '@flagdeck/core/store'
import { sqliteStore } from '@flagdeck/store-sqlite'
import { type RunningServer, startServer } from 'flagdeck'

/** The body of a flag in the API. */
export interface FlagBody {
  readonly key: string
  readonly filters: object
  readonly ensure_experience_continuity?: boolean
  readonly early_access?: object
}

/** A complete server with a separate database. */
export interface FlagService {
  readonly url: string
  readonly projectToken: string
  /** Creates a flag and returns its id. */
  createFlag(flag: FlagBody): Promise<number>
  addGroupType(name: string): Promise<void>
  changeFlag(flagId: number, changes: Partial<FlagBody>): Promise<void>
  /**
   * Returns the tiles of the flag's usage dashboard, including everything that was counted so far. Creates the
   * dashboard if there is none.
   */
  usageTiles(flagId: number): Promise<readonly UsageTile[]>
  /** Returns the number of requests to a route that got a response, by status. */
  answered(route: string): Promise<Readonly<Record<string, number>>>
  close(): Promise<void>
}

/** The content of a tile: one item for each response of the flag. */
export interface UsageTile {
  readonly name: string
  readonly result: readonly {
    readonly breakdown_value: string
    readonly count: number
    readonly aggregated_value?: number
  }[]
}

/** The files of posthog-js, for pages that load its scripts from the service. */
const POSTHOG_JS = fileURLToPath(new URL('../', import.meta.resolve('posthog-js/dist/array.js')))

export async function startFlagService(databaseUrl = 'sqlite::memory:'): Promise<FlagService> {
  const server = await startServer({ port: 0, databaseUrl, logLevel: 'warn', posthogJs: POSTHOG_JS })
  const { personalApiKey, projectToken } = credentialsOf(server)
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${server.url}/api/projects/@current/${path}`, {
      method,
      headers: { authorization: `Bearer ${personalApiKey}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    // Callers name the type that the API documents.
    return (await response.json()) as T
  }
  return {
    url: server.url,
    projectToken,
    addGroupType: async (name) => {
      await call('POST', 'groups_types/', { group_type: name })
    },
    createFlag: async (flag) => (await call<{ readonly id: number }>('POST', 'feature_flags/', flag)).id,
    changeFlag: async (flagId, changes) => {
      await call('PATCH', `feature_flags/${flagId}/`, changes)
    },
    async usageTiles(flagId) {
      const flag = await call<{ usage_dashboard: number }>('POST', `feature_flags/${flagId}/dashboard/`)
      const path = `dashboards/${flag.usage_dashboard}/?refresh=blocking`
      const { tiles } = await call<{ tiles: readonly { readonly insight: UsageTile }[] }>('GET', path)
      return tiles.map(({ insight }) => insight)
    },
    answered: async (route) => answersByStatus(await (await fetch(`${server.url}/metrics`)).text(), route),
    close: () => server.close(),
  }
}

function answersByStatus(metrics: string, route: string): Readonly<Record<string, number>> {
  const counts = metrics.split('\n').filter((line) => line.startsWith('http_requests_total{'))
  const own = counts.filter((line) => line.includes(`route="${route}"`))
  return Object.fromEntries(own.map((line) => [/status="(\d+)"/.exec(line)?.[1] ?? '', Number(line.split(' ').at(-1))]))
}

function credentialsOf({ credentials }: RunningServer) {
  if (!credentials) throw new Error('the database was not empty')
  return credentials
}

/** A service whose stored rows can be damaged from outside. */
export interface DamageableService extends FlagService {
  /** Stores filters that the API would refuse. The service reads them with the next change. */
  damageFlag(flagId: number, filters: object): Promise<void>
}

export function startDamageableService(): Promise<DamageableService> {
  return startOnFile((service, file, remove) => ({
    ...service,
    damageFlag: (flagId, filters) => damageFlag(file, flagId, filters),
    close: () => service.close().finally(remove),
  }))
}

/** A service whose counts and stored data are read after it was stopped. */
export interface CountingService extends FlagService {
  /** Stops the service, and reads its database. */
  closeAndRead<T>(work: (tx: ReadTransaction) => Promise<T>): Promise<T>
}

export function startCountingService(): Promise<CountingService> {
  return startOnFile((service, file, remove) => ({
    ...service,
    close: () => service.close().finally(remove),
    async closeAndRead(work) {
      await service.close()
      const store = sqliteStore(file)
      return store.read(work).finally(async () => {
        await store.close()
        remove()
      })
    },
  }))
}

/** Starts a service on a separate file, which `remove` deletes. */
async function startOnFile<Service extends FlagService>(
  extend: (service: FlagService, file: string, remove: () => void) => Service,
): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'flagdeck-browser-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  const file = join(folder, 'flags.db')
  try {
    return extend(await startFlagService(`sqlite:${file}`), file, remove)
  } catch (error) {
    remove()
    throw error
  }
}

async function damageFlag(file: string, flagId: number, filters: object): Promise<void> {
  const store = sqliteStore(file)
  try {
    await store.write(async (tx) => {
      const project = await tx.projects.first()
      const flag = project && (await tx.flags.find(project.id, flagId))
      if (!flag) throw new Error(`there is no flag ${flagId}`)
      const projectVersion = await tx.projects.raiseVersion(flag.projectId)
      const version = flag.version + 1
      // The type excludes damaged filters.
      const damaged = { ...flag, version, projectVersion, filters: filters as FlagFilters }
      if (!(await tx.flags.update(damaged, newFlagIndex(flag), flag.version)))
        throw new Error('the flag changed meanwhile')
    })
  } finally {
    await store.close()
  }
}
