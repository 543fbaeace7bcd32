import { expect } from 'vitest'
import type { InstanceProcess } from '../instance-process.ts'
import { Audit } from './audit.ts'
import { type Crew, newCrew } from './crew.ts'
import { expectServed } from './expect-served.ts'
import { Ledger } from './ledger.ts'
import type { StoredRows } from './stored-rows.ts'
import { tornRows } from './torn-rows.ts'

/** In so many rounds, everything is looked at once that takes longer. */
const ROUNDS_A_CHECK = 10

/** Writers of an installation, what they were told, and how that is compared with what is there. */
export interface Proof {
  readonly crew: Crew
  readonly ledger: Ledger
  /** What was acknowledged is stored, whole, and nothing else; `thorough` is for now and then. Nobody may write meanwhile. */
  expectStored(rows: StoredRows, round: number, thorough?: () => Promise<void>): Promise<void>
  /** What is stored is what an instance evaluates. */
  expectServed(instance: InstanceProcess): Promise<void>
  /** What the proof comes to in the end. */
  readonly figures: Readonly<Record<string, number>>
}

/** Begins on an installation whose first instance has just started for the first time. */
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
