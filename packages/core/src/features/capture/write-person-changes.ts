import type { Transaction } from '../../data/store.ts'
import { distinctIdProblem } from '../../foundation/validation/distinct-id.ts'
import type { Context } from '../../runtime/context.ts'
import { type Draft, layOverStored } from './lay-over-stored.ts'
import type { PersonChange } from './person-change.ts'
import { type Refusals, writeInChunks } from './write-in-chunks.ts'

/** Stores what events say about persons, in their order (CAPTURE-20 to CAPTURE-26). */
export async function writePersonChanges(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  projectId: number,
  changes: readonly PersonChange[],
): Promise<Refusals> {
  return writeInChunks(changes, {
    idsOf: ({ distinctId, otherId }) => [distinctId, otherId],
    write: (chunk) => store.write((tx) => writeChunk(tx, projectId, chunk, clock())),
  })
}

async function writeChunk(
  tx: Transaction,
  projectId: number,
  changes: readonly PersonChange[],
  nowMs: number,
): Promise<Refusals | undefined> {
  const refusals = await layOverStored<PersonChange, string>(
    {
      changes,
      placesOf: ({ distinctId, otherId }) => [distinctId, otherId].filter(isKept).map((id) => [id, id]),
      lock: (distinctId) => tx.persons.lock(projectId, distinctId),
      layOver,
      save: (distinctId, person) => tx.persons.save({ projectId, distinctId, ...person }),
    },
    nowMs,
  )
  if (refusals) await bringOverrides(tx, projectId, changes)
  return refusals
}

function isKept(distinctId: string | null): distinctId is string {
  return distinctIdProblem(distinctId) === undefined
}

function layOver(drafts: ReadonlyMap<string, Draft>, change: PersonChange): string | null {
  const draft = drafts.get(change.distinctId)
  if (!draft) return distinctIdProblem(change.distinctId)?.detail ?? null
  bringProperties(draft, change.otherId === null ? undefined : drafts.get(change.otherId))
  const refusal = draft.properties.apply(change)
  draft.isMade ||= refusal === null && change.makesPerson
  return refusal
}

/** What is too much for the person stays where it is. */
function bringProperties(draft: Draft, other: Draft | undefined): void {
  if (!other?.isMade) return
  draft.properties.bring(other.properties)
  draft.isMade ||= draft.properties.isChanged
}

/** Keeps persons on the ids that their other ids are kept on; what they are kept on already stays (PERSON-12). */
async function bringOverrides(tx: Transaction, projectId: number, changes: readonly PersonChange[]): Promise<void> {
  for (const { distinctId, otherId } of changes) {
    if (!isKept(otherId) || !isKept(distinctId)) continue
    const overrides = await tx.hashKeyOverrides.list(projectId, otherId)
    if (overrides.length > 0) await tx.hashKeyOverrides.add(projectId, distinctId, overrides)
  }
}
