import { requestParts } from '../load/bench-request.ts'
import { type PipelinedLoad, startPipelinedLoad } from '../load/pipelined-load.ts'
import { busyCores } from '../measure/busy-cores.ts'
import { interleave, type Pair, pairOf } from '../measure/interleave.ts'
import { processCpuMs } from '../measure/process-cpu.ts'
import { type Aim, type Result, resultOf, type Unit } from '../report/result.ts'
import { EVALUATION_REQUEST } from '../samples/evaluation-request.ts'
import { type ServerCommand, type ServerProcess, withServerProcess } from '../sites/server-process.ts'

const ROUNDS = { warmUp: 4, counted: 16 }
const LOAD = {
  requestParts: requestParts(EVALUATION_REQUEST),
  status: 200,
  connections: 8,
  atOnce: 16,
  durationMs: 500,
}

/** The responses of a round, and the time that they took. */
interface Spent {
  readonly answers: number
  readonly elapsedMs: number
  readonly servers: number
  /** The CPU time of all servers together. */
  readonly serversCpuMs: number
  readonly generatorCpuMs: number
  readonly busyCores: number
}

/**
 * Measures two equal servers, compared with one of them. On a machine with two cores, the load generator takes CPU time
 * that a single server would leave free. CPU time is therefore reported in addition to elapsed time.
 */
export function twoBesideOne(name: string, command: ServerCommand, aim?: Aim): Promise<readonly Result[]> {
  return withServerProcess(command, (first) =>
    withServerProcess(command, async (second) => {
      const spent = await measure([first, second])
      const row = (what: string, unit: Unit, figureOf: (spent: Spent) => number) =>
        resultOf(`${name}, ${what}`, pairOf(spent, figureOf), { unit, beside: 'one' })
      return [
        { ...row('answers', '/s', answersPerSecond), aim: aim ?? null },
        row('answers that their own processor time is enough for', '/s', answersByOwnCpu),
        row('processor time of servers an answer', 'µs', (round) => microseconds(round.serversCpuMs, round)),
        row('processor time of load an answer', 'µs', (round) => microseconds(round.generatorCpuMs, round)),
        row('busy cores of the machine', 'cores', (round) => round.busyCores),
      ]
    }),
  )
}

async function measure(servers: readonly [ServerProcess, ServerProcess]): Promise<Pair<Spent>> {
  const generator = startPipelinedLoad()
  const spend = async (loaded: readonly ServerProcess[]): Promise<Spent> => {
    const load: PipelinedLoad = { ...LOAD, ports: loaded.map(({ port }) => port) }
    const cpuBefore = cpuMsOf(loaded)
    const busy = busyCores()
    const { answers, elapsedMs, cpuMs: generatorCpuMs } = await generator.send(load)
    const serversCpuMs = cpuMsOf(loaded) - cpuBefore
    return { answers, elapsedMs, servers: loaded.length, serversCpuMs, generatorCpuMs, busyCores: busy() }
  }
  try {
    return await interleave(
      () => spend(servers),
      // Alternates between both servers: one may have a better memory layout or better compiled code.
      (round) => spend([servers[round % 2 === 0 ? 0 : 1]]),
      ROUNDS,
    )
  } finally {
    await generator.close()
  }
}

function cpuMsOf(servers: readonly ServerProcess[]): number {
  return servers.reduce((sum, { pid }) => sum + processCpuMs(pid), 0)
}

function answersPerSecond({ answers, elapsedMs }: Spent): number {
  return (answers / elapsedMs) * 1000
}

/** Returns the responses per second if each server had a core of its own. */
function answersByOwnCpu({ answers, servers, serversCpuMs }: Spent): number {
  return (answers / serversCpuMs) * 1000 * servers
}

function microseconds(cpuMs: number, { answers }: Spent): number {
  return (cpuMs * 1000) / answers
}
