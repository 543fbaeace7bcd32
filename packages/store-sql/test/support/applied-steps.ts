import type { MigrationReport } from '@flagdeck/core/store'

/**
 * Returns the names of the migrations that several processes applied, sorted. A step appears twice if two processes
 * reported it. Each step has its own transaction, so different processes may apply consecutive steps. Across processes,
 * only the names show the order.
 *
 * @param reports for each process the lines that it printed, each a {@link MigrationReport} as JSON
 */
export function appliedSteps(reports: readonly (readonly string[])[]): readonly string[] {
  return reports
    .flat()
    .flatMap((line) => parseReport(line).applied)
    .sort()
}

function parseReport(line: string): MigrationReport {
  return JSON.parse(line)
}
