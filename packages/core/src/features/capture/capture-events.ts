import type { Project } from '../../data/records/project.ts'
import type { Context } from '../../runtime/context.ts'
import type { EventMeaning } from './event-meaning.ts'
import type { Refusal } from './known-properties.ts'
import { recordCalls } from './record-calls.ts'
import { writeGroupChanges } from './write-group-changes.ts'
import { writePersonChanges } from './write-person-changes.ts'

/** The result of an event: it was stored completely, partly, or not at all. */
export type CaptureOutcome =
  | { readonly result: 'ok' }
  | { readonly result: 'warning' | 'drop'; readonly details: string }

const OK: CaptureOutcome = { result: 'ok' }

/**
 * Applies events. Changes of persons and groups are stored when this resolves, and calls of flags are passed to the
 * recorder. Returns the result of each event, in order. The caller must have authenticated the client: any client with
 * the project's public token can send events.
 * @throws StoreUnavailable before any call is counted; sending the same events again is safe (CAPTURE-26)
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
