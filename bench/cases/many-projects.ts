import { setTimeout as pause } from 'node:timers/promises'
import { sqliteDatabase } from '../databases/sqlite-database.ts'
import { sendOnce } from '../load/bench-request.ts'
import { median } from '../measure/median.ts'
import { percentile } from '../measure/percentile.ts'
import { processCpuMs } from '../measure/process-cpu.ts'
import { residentMb } from '../measure/resident-memory.ts'
import type { Result, Unit } from '../report/result.ts'
import { projectToken } from '../samples/credentials.ts'
import { copyFlagsToAllProjects } from '../samples/multiply-flags.ts'
import { buildServer, flagdeckCommand } from '../sites/flagdeck-command.ts'
import { type ServerProcess, withServerProcess } from '../sites/server-process.ts'
import type { BenchCase } from './bench-case.ts'

const PROJECTS = 5000
const FLAGS = 100
const NAME = `${PROJECTS.toLocaleString('en')} projects of ${FLAGS} flags`
const IDLE_MS = 10_000
/** Enough of the cached projects to measure one. */
const ASKED_AGAIN = 500

/** The memory of a server after a request to each of very many projects, none of which is ever evicted. */
export const manyProjects: BenchCase = {
  name: NAME,
  run() {
    buildServer()
    return sqliteDatabase.withSeeded({ flags: FLAGS, projects: PROJECTS }, ({ url }) => {
      copyFlagsToAllProjects(url.replace('sqlite:', ''))
      return withServerProcess(flagdeckCommand(url), measured)
    })
  },
}

async function measured({ port, pid, readyAfterMs }: ServerProcess): Promise<readonly Result[]> {
  const atStart = residentMb(pid)
  const firstMs = await askEach(port, PROJECTS)
  const held = residentMb(pid)
  const cpuBefore = processCpuMs(pid)
  await pause(IDLE_MS)
  const idleCores = (processCpuMs(pid) - cpuBefore) / IDLE_MS
  const secondMs = await askEach(port, ASKED_AGAIN)
  return [
    line('ready', readyAfterMs, 'ms'),
    line('first answer of a project, median', median(firstMs), 'ms'),
    line('first answer of a project, p99', percentile(firstMs, 0.99), 'ms'),
    line('second answer of a project, median', median(secondMs), 'ms'),
    line('memory at the start', atStart, 'MB'),
    line('memory of one project', ((held - atStart) * 1000) / PROJECTS, 'KB'),
    line('memory with all of them', residentMb(pid), 'MB'),
    line('while nothing happens', idleCores, 'cores'),
  ]
}

function line(what: string, flagdeck: number, unit: Unit): Result {
  return { name: `${NAME}: ${what}`, unit, flagdeck, beside: null, ratio: null, aim: null }
}

/** Evaluates a flag of each of the first projects once. Returns how long each took, in milliseconds. */
async function askEach(port: number, projects: number): Promise<readonly number[]> {
  const durationsMs: number[] = []
  for (let id = 1; id <= projects; id++) {
    const startedAt = performance.now()
    const body = JSON.stringify({ token: projectToken(id), distinct_id: 'ada', flag_keys_to_evaluate: ['flag-1'] })
    const answer = await sendOnce(port, { method: 'POST', path: '/flags/?v=2', body })
    const { flags } = (await answer.json()) as { readonly flags?: object }
    durationsMs.push(performance.now() - startedAt)
    if (Object.keys(flags ?? {}).length === 0) throw new Error(`project ${id} was answered with ${answer.status}`)
  }
  return durationsMs
}
