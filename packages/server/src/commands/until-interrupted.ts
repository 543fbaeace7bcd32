import { CommandProblem } from './command-problem.ts'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/**
 * Runs long work that can be interrupted and resumed. The first signal aborts it, so that it stops at a point from which
 * it can continue; a second signal ends the process immediately.
 */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(1)
    controller.abort(new CommandProblem('Interrupted: to continue, run the same command again.'))
  }
  for (const signal of SIGNALS) process.on(signal, interrupt)
  try {
    return await work(controller.signal)
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt)
  }
}
