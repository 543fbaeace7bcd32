import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** What every process of a bench may send in place of its report. */
export interface ChildFailure {
  readonly failure: string
}

/**
 * The next report of a process, which sends nothing else.
 * @throws Error with what the process failed with
 */
export async function nextReport<Report extends object>(child: ChildProcess): Promise<Report> {
  const [report] = (await once(child, 'message')) as [Report | ChildFailure]
  if ('failure' in report) throw new Error(report.failure)
  return report
}
