import type { Store } from '@flagdeck/core'
import { Client } from 'pg'
import { postgresDatabase } from '../databases/postgres-database.ts'
import { processCpuMs } from '../measure/process-cpu.ts'
import type { Result } from '../report/result.ts'
import type { BenchCase } from './bench-case.ts'

const FLAGS = 100
const PROJECTS = 100
const TIMES = 300
const WARM_UP = 50

/** The cost of the queries of one instance, in CPU time of PostgreSQL alone. */
export const postgresAsks: BenchCase = {
  name: 'postgres asks',
  run: () =>
    postgresDatabase.withSeeded({ flags: FLAGS, projects: PROJECTS }, async ({ url, openStore }) => {
      const store = openStore()
      const newest = (await store.read((tx) => tx.projects.versions([1]))).get(1)?.version ?? 0
      const allProjects = Array.from({ length: PROJECTS }, (_, index) => index + 1)
      const asks: readonly (readonly [string, () => Promise<unknown>])[] = [
        ['check of 1 project', () => store.read((tx) => tx.projects.versions([1]))],
        [`check of ${PROJECTS} projects`, () => store.read((tx) => tx.projects.versions(allProjects))],
        ['load of what changed', () => load(store, newest)],
        [`load of ${FLAGS} flags`, () => load(store, 0)],
      ]
      const results: Result[] = []
      for (const [name, ask] of asks) results.push(await measured(url, name, ask))
      await store.close()
      return results
    }),
}

/** Runs the queries that load a snapshot. */
function load(store: Store, since: number): Promise<unknown> {
  return store.read((tx) =>
    Promise.all([
      tx.projects.findTagged(1, since),
      since === 0 ? tx.flags.listLive(1) : tx.flags.changedSince(1, since),
      since === 0 ? tx.cohorts.listLive(1) : tx.cohorts.changedSince(1, since),
    ]),
  )
}

async function measured(url: string, what: string, ask: () => Promise<unknown>): Promise<Result> {
  for (let n = 0; n < WARM_UP; n++) await ask()
  const pids = await backendsOf(url)
  const before = cpuMsOf(pids)
  for (let n = 0; n < TIMES; n++) await ask()
  const flagdeck = ((cpuMsOf(pids) - before) * 1000) / TIMES
  return { name: `postgres asks: ${what}`, unit: 'µs', flagdeck, beside: null, ratio: null, aim: null }
}

function cpuMsOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + processCpuMs(pid), 0)
}

/** Returns the server processes of the current connections. */
async function backendsOf(url: string): Promise<readonly number[]> {
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query<{ readonly pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
  return rows.map(({ pid }) => pid)
}
