import type { MigrationReport } from '@flagdeck/core/store'

/**
 * Names of the migrations that several processes applied, sorted, a step twice if two processes say they applied it.
 * Every step has its own transaction, so one process may apply the first and another the second: across processes only
 * the names tell the order.
 *
 * @param reports for each process the lines it printed, each a {@link MigrationReport} as JSON
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
