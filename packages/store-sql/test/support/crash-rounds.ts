import type { ChildProcess } from 'node:child_process'
import type { Activity, Flag, Project, Store } from '@flagdeck/core'
import { expect } from 'vitest'
import { outputLines } from './start-store-process.ts'

export interface CrashRounds {
  readonly rounds: number
  /** The number of acknowledged writes in a round before the process is killed. */
  readonly writesARound: number
  /** Starts a process that writes flags with this prefix of their keys until it is killed. */
  start(prefix: string): ChildProcess
  /** Opens the database to which it writes. */
  open(): Store
}

/**
 * Repeatedly kills a process that writes, and verifies each time that all acknowledged writes are there, and that all
 * writes are complete. Returns the number of acknowledged writes.
 */
export async function crashRounds({ rounds, writesARound, start, open }: CrashRounds): Promise<number> {
  const acknowledged = new Set<string>()
  for (let round = 1; round <= rounds; round++) {
    // A different number each time, so that the process dies in different places.
    for (const key of await killedAfter(start(`round-${round}`), writesARound + round)) acknowledged.add(key)
    await expectWhole(open(), acknowledged)
  }
  return acknowledged.size
}

/** Returns the lines that a process had printed when it died; it is killed after `count` lines. */
async function killedAfter(child: ChildProcess, count: number): Promise<readonly string[]> {
  const lines: string[] = []
  try {
    for await (const line of outputLines(child)) {
      lines.push(line)
      if (lines.length === count) child.kill('SIGKILL')
    }
  } finally {
    child.kill('SIGKILL')
  }
  expect(lines.length).toBeGreaterThanOrEqual(count)
  return lines
}

async function expectWhole(store: Store, acknowledged: ReadonlySet<string>): Promise<void> {
  try {
    const { project, flags, entries } = await everything(store)
    const keys = new Set(flags.map(({ key }) => key))
    expect([...acknowledged].filter((key) => !keys.has(key))).toEqual([])
    // Each flag has exactly the one entry of its write, and there are no others.
    expect(entries.map(({ itemId }) => Number(itemId)).sort(byNumber)).toEqual(flags.map(({ id }) => id))
    // Every write raised the version by one, and rolled-back writes left no gap.
    const versions = flags.map(({ projectVersion }) => projectVersion).sort(byNumber)
    expect(versions).toEqual(flags.map((_, n) => n + 2))
    expect(project.version).toBe(flags.length + 1)
  } finally {
    await store.close()
  }
}

interface Everything {
  readonly project: Project
  readonly flags: readonly Flag[]
  readonly entries: readonly Activity[]
}

async function everything(store: Store): Promise<Everything> {
  return store.read(async (tx) => {
    const project = await tx.projects.first()
    if (!project) throw new Error('The project is gone.')
    const flags = await tx.flags.changedSince(project.id, 0)
    const entries: Activity[] = []
    for (let offset = 0; ; offset += 1000) {
      const page = await tx.activity.list(project.id, { scope: 'FeatureFlag' }, { limit: 1000, offset })
      entries.push(...page.items)
      if (entries.length >= page.count) return { project, flags, entries }
    }
  })
}

function byNumber(a: number, b: number): number {
  return a - b
}
