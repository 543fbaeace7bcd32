import { runWithin } from './run-within.ts'
import { yieldToOthers } from './yield.ts'

interface CpuUsage {
  readonly user: number
  readonly system: number
}

interface Runtime {
  readonly process?: { threadCpuUsage?(): CpuUsage; cpuUsage?(): CpuUsage }
}

/** The time limits for steps of work, in milliseconds. */
export interface StepLimits {
  /** For each step. */
  readonly stepMs: number
  /** For all steps together. */
  readonly totalMs: number
}

/**
 * A terminated step that used at least this share of its time for work was too slow, rather than delayed by other work.
 */
const WORKED_SHARE = 0.8
/** The number of tries of steps that really worked: a garbage collection may delay one of them. */
const TRIES_AT_WORK = 2
/** The number of all tries: a busy machine may not let a step run. */
const TRIES = 10

/** Runs one step, which may be terminated and started again; returns undefined if it takes too long. */
export type RunStep = <Result>(step: () => Result) => Promise<{ readonly result: Result } | undefined>

/**
 * Returns a runner for steps whose input comes from clients and may make them endless. It yields before each step, and
 * terminates it after a time.
 */
export function boundedSteps({ stepMs, totalMs }: StepLimits): RunStep {
  let total = 0
  return async (step) => {
    for (let [tries, worked] = [0, 0]; tries < TRIES && worked < TRIES_AT_WORK && total < totalMs; tries++) {
      await yieldToOthers()
      const before = workedMs()
      const done = runWithin(stepMs, step)
      const ms = workedMs() - before
      total += ms
      if (done) return done
      if (ms > stepMs * WORKED_SHARE) worked++
    }
    return undefined
  }
}

/** Returns the CPU time of this thread; on runtimes without it, the elapsed time. */
function workedMs(): number {
  const { process } = globalThis as Runtime
  const usage = process?.threadCpuUsage?.() ?? process?.cpuUsage?.()
  return usage ? (usage.user + usage.system) / 1000 : performance.now()
}
