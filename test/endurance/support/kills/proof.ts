import { expect } from 'vitest'
import type { InstanceProcess } from '../instance-process.ts'
import { Audit } from './audit.ts'
import { type Crew, newCrew } from './crew.ts'
import { expectServed } from './expect-served.ts'
import { Ledger } from './ledger.ts'
import type { StoredRows } from './stored-rows.ts'
import { tornRows } from './torn-rows.ts'

/** Checks that take long run once in this many rounds. */
const ROUNDS_A_CHECK = 10

/** The writers of an installation, with the checks of their acknowledged writes. */
export interface Proof {
  readonly crew: Crew
  readonly ledger: Ledger
  /**
   * Expects that exactly the acknowledged writes are stored, completely. `thorough` runs in some rounds. No process may
   * write concurrently.
   */
  expectStored(rows: StoredRows, round: number, thorough?: () => Promise<void>): Promise<void>
  /** Expects that an instance evaluates the stored flags. */
  expectServed(instance: InstanceProcess): Promise<void>
  /** The final figures of the proof. */
  readonly figures: Readonly<Record<string, number>>
}

/** Starts a proof on an installation whose first instance has just completed its first start. */
export async function newProof(instance: InstanceProcess): Promise<Proof> {
  const ledger = new Ledger()
  const crew = await newCrew(instance, instance.server.personalApiKey ?? '', ledger)
  const audit = new Audit(
    ledger,
    crew.projects.map(({ id }) => id),
  )
  return {
    crew,
    ledger,
    async expectStored(rows, round, thorough) {
      expect(await audit.problems(rows)).toEqual([])
      if (round % ROUNDS_A_CHECK !== 0) return
      expect(await tornRows(rows)).toEqual({})
      await thorough?.()
    },
    async expectServed(at) {
      for (const project of crew.projects) await expectServed(at, project, audit.versionOf(project.id), ledger)
    },
    get figures() {
      return {
        'acknowledged writes': ledger.acknowledged,
        'refused writes': ledger.refused,
        'unanswered, stored': ledger.unanswered.kept,
        'unanswered, not stored': ledger.unanswered.gone,
      }
    },
  }
}
