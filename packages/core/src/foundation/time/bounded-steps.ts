import { runWithin } from './run-within.ts'
import { yieldToOthers } from './yield.ts'

interface CpuUsage {
  readonly user: number
  readonly system: number
}

interface Runtime {
  readonly process?: { threadCpuUsage?(): CpuUsage; cpuUsage?(): CpuUsage }
}

/** How long steps of work may take, in milliseconds. */
export interface StepLimits {
  /** Each by itself. */
  readonly stepMs: number
  /** All together. */
  readonly totalMs: number
}

/** A step that was ended after it had really worked for so much of its time was too long, and not held up. */
const WORKED_SHARE = 0.8
/** Of steps that really worked: a collection of garbage may be unlucky in one of them. */
const TRIES_AT_WORK = 2
/** Of all: a machine that does other things too may not let a step run at all. */
const TRIES = 10

/** Runs one step, which may be ended and begun anew; answers undefined when it takes too long. */
export type RunStep = <Result>(step: () => Result) => Promise<{ readonly result: Result } | undefined>

/** For work in steps of which somebody else's input may make any endless: it yields before each, and ends it after a time. */
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

/** How long this thread has worked; where a runtime does not say, what its clock shows. */
function workedMs(): number {
  const { process } = globalThis as Runtime
  const usage = process?.threadCpuUsage?.() ?? process?.cpuUsage?.()
  return usage ? (usage.user + usage.system) / 1000 : performance.now()
}
