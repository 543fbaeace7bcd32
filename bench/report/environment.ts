import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os'
import { pinnedVersions } from './pinned-versions.ts'

/** Returns the machine and the versions of the measurement, without which figures mean nothing. */
export function environment(): string {
  const [processor] = cpus()
  const gibibytes = Math.round(totalmem() / 2 ** 30)
  const loads = loadavg().map((load) => load.toFixed(1))
  return [
    `machine   ${availableParallelism()} × ${processor?.model ?? 'unknown processor'}, ${gibibytes} GiB, ${type()} ${release()}`,
    `load      ${loads.join(' ')} (1, 5 and 15 minutes before the run)`,
    `runtime   Node ${process.versions.node}, V8 ${process.versions.v8}`,
    `versions  ${pinnedVersions().join(', ')}`,
  ].join('\n')
}
