import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sqliteDatabase } from '../databases/sqlite-database.ts'
import { type BenchRequest, sendOnce } from '../load/bench-request.ts'
import { withStreamReaders } from '../load/stream-readers.ts'
import { processCpuMs } from '../measure/process-cpu.ts'
import { residentMb } from '../measure/resident-memory.ts'
import { onceMeasured, type Result } from '../report/result.ts'
import { AUTHORIZATION } from '../samples/credentials.ts'
import { buildServer, flagdeckCommand } from '../sites/flagdeck-command.ts'
import { type ServerCommand, withServerProcess } from '../sites/server-process.ts'
import type { BenchCase } from './bench-case.ts'

/** A server accepts 10,000 connections; ten of them remain for requests and changes. */
const STREAMS = 9990
const NAME = `${STREAMS.toLocaleString('en')} event streams`
const ROUNDS = 5
const IDLE_MS = 10_000
const PATH = '/flags/definitions/stream'
const CHANGE = {
  method: 'PATCH',
  path: '/api/projects/1/feature_flags/1/',
  body: '{"name":"change of {moment}"}',
} as const

interface Figures {
  readonly kilobytesEach: number
  readonly idleCores: number
  readonly allToldMs: number
}

/** Streams that wait for changes on one server, compared with a minimal server that holds as many responses open. */
export const eventStreams: BenchCase = {
  name: 'event streams',
  run() {
    buildServer()
    return sqliteDatabase.withSeeded({ flags: 20 }, async ({ url }) => {
      const settings = { FLAGDECK_MAX_STREAMS_PER_PROJECT: '20000' }
      const flagdeck = await measured(flagdeckCommand(url, settings))
      return resultsOf(flagdeck, await measured(BY_HAND))
    })
  },
}

const BY_HAND: ServerCommand = {
  args: [fileURLToPath(new URL('../by-hand/by-hand-stream-server.ts', import.meta.url))],
  readyPath: '/',
}

function resultsOf(flagdeck: Figures, beside: Figures): readonly Result[] {
  const line = (what: string, unit: Result['unit'], figure: (of: Figures) => number) =>
    onceMeasured(
      `${NAME}: ${what}`,
      { flagdeck: figure(flagdeck), beside: figure(beside) },
      { unit, beside: 'bare node:http' },
    )
  return [
    line('memory of one', 'KB', ({ kilobytesEach }) => kilobytesEach),
    line('while nothing happens', 'cores', ({ idleCores }) => idleCores),
    line('until all are told of a change', 'ms', ({ allToldMs }) => allToldMs),
  ]
}

function measured(command: ServerCommand): Promise<Figures> {
  return withServerProcess(command, async ({ port, pid }) => {
    await sendOnce(port, CHANGE)
    const before = residentMb(pid)
    const readers = { port, path: PATH, headers: { authorization: AUTHORIZATION }, count: STREAMS }
    return withStreamReaders(readers, async ({ allTold }) => {
      const kilobytesEach = ((residentMb(pid) - before) * 1000) / STREAMS
      const idleCores = await coresOf(pid)
      const toldMs: number[] = []
      for (let round = 0; round < ROUNDS; round++) toldMs.push(await tellAll(port, allTold))
      return { kilobytesEach, idleCores, allToldMs: toldMs.toSorted((a, b) => a - b)[2] ?? Number.NaN }
    })
  })
}

async function coresOf(pid: number): Promise<number> {
  const before = processCpuMs(pid)
  await pause(IDLE_MS)
  return (processCpuMs(pid) - before) / IDLE_MS
}

/** Returns the time from sending a change until the last stream has received it. */
async function tellAll(port: number, allTold: () => Promise<number>): Promise<number> {
  // Only the first and the last change of a burst are announced.
  await pause(500)
  const told = allTold()
  const startedAt = performance.timeOrigin + performance.now()
  const request: BenchRequest = { ...CHANGE, body: CHANGE.body.replace('{moment}', String(startedAt)) }
  const { status } = await sendOnce(port, request)
  if (status !== 200) throw new Error(`the change was answered with ${status}`)
  return (await told) - startedAt
}
