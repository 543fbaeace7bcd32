import { sqliteDatabase } from '../databases/sqlite-database.ts'
import { type BenchRequest, sendOnce } from '../load/bench-request.ts'
import { median } from '../measure/median.ts'
import { processCpuMs } from '../measure/process-cpu.ts'
import { residentMb } from '../measure/resident-memory.ts'
import type { Result, Unit } from '../report/result.ts'
import { projectToken } from '../samples/credentials.ts'
import { evaluationRequest } from '../samples/evaluation-request.ts'
import { multiplyFlags } from '../samples/multiply-flags.ts'
import { buildServer, flagdeckCommand } from '../sites/flagdeck-command.ts'
import { type ServerProcess, withServerProcess } from '../sites/server-process.ts'
import type { BenchCase } from './bench-case.ts'

/** These are created through the API; the others are copies of these. */
const ORIGINALS = 1000
const SIZES = [1000, 10_000, 100_000]
const ROUNDS = 7
const FLAGS_PATH = '/api/projects/1/feature_flags/'
const DEFINITIONS: BenchRequest = {
  method: 'GET',
  path: `/flags/definitions?token=${projectToken(1)}&send_cohorts`,
  headers: { 'accept-encoding': 'gzip' },
}

const EVALUATION = evaluationRequest(['flag-1', 'flag-2', 'flag-3'])

interface Step {
  readonly what: string
  readonly rounds: number
  readonly requests: readonly MakeRequest[]
}

/** The order matters: each server gets its first request only once. */
const STEPS: readonly Step[] = [
  { what: 'first evaluation', rounds: 1, requests: [() => EVALUATION] },
  { what: 'first definitions', rounds: 1, requests: [() => DEFINITIONS] },
  { what: 'definitions that are kept', rounds: ROUNDS, requests: [() => DEFINITIONS] },
  { what: 'three flags decided', rounds: ROUNDS, requests: [() => EVALUATION] },
  { what: 'first page of the list', rounds: ROUNDS, requests: [() => page('offset=0')] },
  { what: 'page 20 of the list', rounds: ROUNDS, requests: [() => page('offset=950')] },
  { what: 'page of a search', rounds: ROUNDS, requests: [() => page('search=flag-77')] },
  { what: 'change until it is answered', rounds: ROUNDS, requests: [change] },
  { what: 'create until it is answered', rounds: ROUNDS, requests: [creation] },
  { what: 'change until definitions have it', rounds: 3, requests: [change, () => DEFINITIONS] },
]

/** One project that grows, with a raised limit: the cost of each step, and how it grows. */
export const manyFlags: BenchCase = {
  name: 'many flags in one project',
  async run() {
    buildServer()
    const results: Result[] = []
    for (const flags of SIZES) results.push(...(await measuredWith(flags)))
    return results
  },
}

function measuredWith(flags: number): Promise<readonly Result[]> {
  return sqliteDatabase.withSeeded({ flags: ORIGINALS }, ({ url }) => {
    if (flags > ORIGINALS) multiplyFlags(url.replace('sqlite:', ''), flags / ORIGINALS)
    const command = flagdeckCommand(url)
    return withServerProcess(command, (server) => measured(server, flags))
  })
}

async function measured(server: ServerProcess, flags: number): Promise<readonly Result[]> {
  const { pid } = server
  const line = (what: string, flagdeck: number, unit: Unit = 'ms'): Result => {
    const name = `project of ${flags.toLocaleString('en')} flags: ${what}`
    return { name, unit, flagdeck, beside: null, ratio: null, aim: null }
  }
  const results = [line('start', processCpuMs(pid))]
  for (const { what, rounds, requests } of STEPS) results.push(line(what, await often(server, rounds, requests)))
  return [...results, line('memory', residentMb(pid), 'MB')]
}

function page(query: string): BenchRequest {
  return { method: 'GET', path: `${FLAGS_PATH}?limit=50&${query}` }
}

let changes = 0

function change(): BenchRequest {
  const body = JSON.stringify({ name: `change ${++changes}` })
  return { method: 'PATCH', path: `${FLAGS_PATH}${1 + (changes % ORIGINALS)}/`, body }
}

function creation(): BenchRequest {
  return { method: 'POST', path: FLAGS_PATH, body: JSON.stringify({ key: `new-${++changes}`, name: 'new' }) }
}

type MakeRequest = () => BenchRequest

/** Returns the median of rounds in which new requests are created and sent one after the other. */
async function often(server: ServerProcess, rounds: number, requests: readonly MakeRequest[]): Promise<number> {
  const costsMs: number[] = []
  for (let round = 0; round < rounds; round++) costsMs.push(await cost(server, requests))
  return median(costsMs)
}

/** Returns milliseconds of the server's CPU time on all its threads, which excludes other work of the machine. */
async function cost({ port, pid }: ServerProcess, requests: readonly MakeRequest[]): Promise<number> {
  const before = processCpuMs(pid)
  for (const request of requests) {
    const answer = await sendOnce(port, request())
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${request().path} was answered with ${answer.status}`)
  }
  return processCpuMs(pid) - before
}
