import { join } from 'node:path'
import { createFlagdeck, type Flagdeck, prepareImport, type Store } from '@flagdeck/core'
import { createFlag, firstRun, updateFlag } from '@flagdeck/core/operations'
import { seedTenant } from '@flagdeck/core/testing'
import { postgresStore } from '@flagdeck/store-postgres'
import { sqliteStore } from '@flagdeck/store-sqlite'
import { withPostgresServer } from '../databases/postgres-server.ts'
import { withTemporaryFolder } from '../databases/temporary-folder.ts'
import type { Result, Unit } from '../report/result.ts'
import type { BenchCase } from './bench-case.ts'

const SIZES = [4000, 8000, 16_000, 30_000]
const PAUSE_MS = 20

type OpenStore = () => Store
type WithDatabase = <T>(use: (open: OpenStore) => Promise<T>) => Promise<T>

const DATABASES: Readonly<Record<'sqlite' | 'postgres', WithDatabase>> = {
  sqlite: (use) => withTemporaryFolder((folder) => use(() => sqliteStore(join(folder, 'flags.db')))),
  postgres: (use) =>
    withPostgresServer(async (server) => {
      const url = await server.createDatabase()
      return use(() => postgresStore(url))
    }),
}

/**
 * A document with many flags, checked and written as `flagdeck import` does, while another organization changes a flag
 * through a connection of its own, as another process would.
 */
export const importProject: BenchCase = {
  name: 'import a project',
  async run() {
    const results: Result[] = []
    for (const [name, withDatabase] of Object.entries(DATABASES)) {
      for (const size of SIZES) results.push(...(await withDatabase((open) => measure(name, open, size))))
    }
    return results
  },
}

async function measure(database: string, open: OpenStore, size: number): Promise<readonly Result[]> {
  const limits = { maxFlagsPerProject: 100_000, maxProjectFiltersBytes: 1024 ** 3, maxFiltersBytes: 512 * 1024 }
  const importer = await createFlagdeck({ store: open(), limits })
  const server = await createFlagdeck({ store: open() })
  try {
    const made = await firstRun(importer.context)
    if (!made) throw new Error('The database was not empty.')
    const { context } = await importer.project(made.project.id)
    const waits = await watchOther(server)
    const startedAt = performance.now()
    const { plan, write } = await prepareImport(context, documentOf(size))
    const checkedAt = performance.now()
    await write()
    const endedAt = performance.now()
    const longestMs = await waits.end()
    if (plan.changes.length !== size) throw new Error('The import did something else.')
    const name = `${database} import of ${size.toLocaleString('en')} flags`
    return [
      figure(name, (size / (endedAt - startedAt)) * 1000, '/s'),
      figure(`${name}: the check`, checkedAt - startedAt, 'ms'),
      figure(`${name}: the write`, endedAt - checkedAt, 'ms'),
      figure(`${name}: longest wait of another organization`, longestMs, 'ms'),
    ]
  } finally {
    await server.close()
    await importer.close()
  }
}

function figure(name: string, flagdeck: number, unit: Unit): Result {
  return { name, unit, flagdeck, beside: null, ratio: null, aim: null }
}

/** Changes a flag of another organization again and again; `end` returns the longest time that this took. */
async function watchOther({ context, project }: Flagdeck) {
  const tenant = await seedTenant(context.store)
  const { context: ctx } = await project(tenant.project.id)
  const { id } = await createFlag(ctx, { key: 'other' })
  let longestMs = 0
  let isOver = false
  const writing = (async () => {
    for (let n = 0; !isOver; n++) {
      const startedAt = performance.now()
      await updateFlag(ctx, id, { name: `name ${n}` })
      longestMs = Math.max(longestMs, performance.now() - startedAt)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  })()
  return {
    async end(): Promise<number> {
      isOver = true
      await writing
      return longestMs
    },
  }
}

function documentOf(size: number) {
  const flags = Array.from({ length: size }, (_, n) => ({
    key: `flag-${n}`,
    name: `Flag ${n}`,
    tags: ['imported'],
    filters: {
      groups: [
        {
          properties: [{ key: 'country', type: 'person', operator: 'exact', value: ['CH', 'DE'] }],
          rollout_percentage: n % 100,
        },
      ],
      multivariate: {
        variants: [
          { key: 'a', rollout_percentage: 50 },
          { key: 'b', rollout_percentage: 50 },
        ],
      },
    },
  }))
  return { flagdeck_export: 1, flags }
}
