import type { Project } from '../../data/records/project.ts'
import type { Context } from '../../runtime/context.ts'
import type { EventMeaning } from './event-meaning.ts'
import type { Refusal } from './known-properties.ts'
import { recordCalls } from './record-calls.ts'
import { writeGroupChanges } from './write-group-changes.ts'
import { writePersonChanges } from './write-person-changes.ts'

/** What became of an event: all of what it means was kept, a part, or nothing. */
export type CaptureOutcome =
  | { readonly result: 'ok' }
  | { readonly result: 'warning' | 'drop'; readonly details: string }

const OK: CaptureOutcome = { result: 'ok' }

/**
 * Keeps what events mean: what they say about persons and groups is stored when this resolves, and calls of flags are
 * handed to the recorder. Answers what became of each, in order. Whoever calls has let the sender in: anybody with the
 * project's public token may send events.
 * @throws StoreUnavailable with no call counted; to send the same again does no harm (CAPTURE-26)
 */
export async function captureEvents(
  ctx: Context,
  project: Project,
  meanings: readonly EventMeaning[],
): Promise<readonly CaptureOutcome[]> {
  const about = meanings.flatMap(({ person }) => person ?? [])
  const persons = outcomesOf(about, await writePersonChanges(ctx, project.id, about))
  const groupChanges = meanings.flatMap(({ group }) => group ?? [])
  const groups = outcomesOf(groupChanges, await writeGroupChanges(ctx, project, groupChanges))
  await recordCalls(
    ctx,
    meanings.flatMap(({ flagCall }) => flagCall ?? []),
  )
  return meanings.map((meaning) => outcomeOf(meaning, persons, groups))
}

type RefusalOf = ReadonlyMap<object, Refusal>

function outcomesOf(changes: readonly object[], refusals: readonly (Refusal | null)[]): RefusalOf {
  return new Map(changes.flatMap((change, at) => (refusals[at] ? [[change, refusals[at]]] : [])))
}

function outcomeOf({ flagCall, person, group }: EventMeaning, persons: RefusalOf, groups: RefusalOf): CaptureOutcome {
  const personRefusal = person ? persons.get(person) : undefined
  const groupRefusal = group ? groups.get(group) : undefined
  const details = (personRefusal ?? groupRefusal)?.details
  if (details === undefined) return OK
  const isPartKept =
    flagCall || (person && (personRefusal?.isPartial ?? true)) || (group && (groupRefusal?.isPartial ?? true))
  return { result: isPartKept ? 'warning' : 'drop', details }
}
