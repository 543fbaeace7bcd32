import { join } from 'node:path'
import { createFlagdeck, prepareImport } from '@flagdeck/core'
import { firstRun } from '@flagdeck/core/operations'
import { openStore } from '../databases/open-store.ts'
import { withPostgresServer } from '../databases/postgres-server.ts'
import { withTemporaryFolder } from '../databases/temporary-folder.ts'
import { withOtherWriter } from '../load/other-writer.ts'
import type { Result, Unit } from '../report/result.ts'
import type { BenchCase } from './bench-case.ts'

const SIZES = [4000, 8000, 16_000, 30_000]

type WithDatabase = <T>(use: (url: string) => Promise<T>) => Promise<T>

const DATABASES: Readonly<Record<'sqlite' | 'postgres', WithDatabase>> = {
  sqlite: (use) => withTemporaryFolder((folder) => use(join(folder, 'flags.db'))),
  postgres: (use) => withPostgresServer(async (server) => use(await server.createDatabase())),
}

/**
 * A document with many flags, checked and written like `flagdeck import` does. Concurrently, another organization
 * repeatedly changes a flag in another process, as on a server.
 */
export const importProject: BenchCase = {
  name: 'import a project',
  async run() {
    const results: Result[] = []
    for (const [name, withDatabase] of Object.entries(DATABASES)) {
      for (const size of SIZES) results.push(...(await withDatabase((url) => measure(name, url, size))))
    }
    return results
  },
}

async function measure(database: string, url: string, size: number): Promise<readonly Result[]> {
  const limits = { maxFlagsPerProject: 100_000, maxProjectFiltersBytes: 1024 ** 3, maxFiltersBytes: 512 * 1024 }
  const importer = await createFlagdeck({ store: openStore(url), limits })
  try {
    const made = await firstRun(importer.context)
    if (!made) throw new Error('The database was not empty.')
    const { context } = await importer.project(made.project.id)
    return await withOtherWriter(url, async (other) => {
      const startedAt = performance.now()
      const { plan, write } = await prepareImport(context, documentOf(size))
      const checkedAt = performance.now()
      await write()
      const endedAt = performance.now()
      const longestMs = await other.end()
      if (plan.changes.length !== size) throw new Error('The import did something else.')
      const name = `${database} import of ${size.toLocaleString('en')} flags`
      return [
        figure(name, (size / (endedAt - startedAt)) * 1000, '/s'),
        figure(`${name}: the check`, checkedAt - startedAt, 'ms'),
        figure(`${name}: the write`, endedAt - checkedAt, 'ms'),
        figure(`${name}: longest wait of another organization`, longestMs, 'ms'),
      ]
    })
  } finally {
    await importer.close()
  }
}

function figure(name: string, flagdeck: number, unit: Unit): Result {
  return { name, unit, flagdeck, beside: null, ratio: null, aim: null }
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
