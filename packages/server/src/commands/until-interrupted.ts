import { CommandProblem } from './command-problem.ts'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/**
 * Runs long work that can be interrupted and run again. The first signal aborts it, so that it ends at a place from
 * which it can go on; a second one ends the process at once.
 */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(1)
    controller.abort(new CommandProblem('Interrupted: run the same command again to go on.'))
  }
  for (const signal of SIGNALS) process.on(signal, interrupt)
  try {
    return await work(controller.signal)
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt)
  }
}
