/** What one piece of work may take of this thread's time: others wait that long for their turn. */
export const TURN_MS = 50
const TRIES = 3

/** The least of three tries, in milliseconds of this thread's time: what the rest of the machine does hardly counts. */
export function threadTime(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let tried = 0; tried < TRIES && least > TURN_MS; tried++) {
    const before = process.threadCpuUsage()
    work()
    least = Math.min(least, since(before))
  }
  return least
}

/** {@link threadTime} of work that waits for nothing but this thread. */
export async function threadTimeOf(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let tried = 0; tried < TRIES && least > TURN_MS; tried++) {
    const before = process.threadCpuUsage()
    await work()
    least = Math.min(least, since(before))
  }
  return least
}

function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
