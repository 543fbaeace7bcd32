import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** The failure that every process of a bench may send instead of its report. */
export interface ChildFailure {
  readonly failure: string
}

/**
 * Returns the next report of a process, which sends nothing else.
 * @throws Error with the failure of the process
 */
export async function nextReport<Report extends object>(child: ChildProcess): Promise<Report> {
  const [report] = (await once(child, 'message')) as [Report | ChildFailure]
  if ('failure' in report) throw new Error(report.failure)
  return report
}
