import type {
  ActivityDetail,
  ActivityScope,
  ActivityVerb,
  FieldChange,
  NewActivity,
  VersionStep,
} from '../../data/records/activity.ts'
import { userOf } from '../../data/records/actor.ts'
import type { Project } from '../../data/records/project.ts'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import type { Context } from '../context.ts'

/** Who did it, when and in which project. */
export interface ActivityContext extends Pick<Context, 'actor' | 'clock' | 'ids'> {
  readonly project: Pick<Project, 'id'>
}

/** What an entry is about. */
interface ActivitySubject {
  readonly scope: ActivityScope
  readonly id: number | string
  /** What it is called after the change. */
  readonly name: string | null
  /** How links name it, where they do not use the id. */
  readonly shortId?: string | null
}

/** Where a change comes from, and where it leads. */
export interface ActivityCause {
  /** What had it made, unless somebody just did. */
  readonly trigger?: ActivityDetail['trigger']
  /** The version that was made; missing: none. */
  readonly step?: VersionStep | null
}

/** The entry for what the actor just did to something of the project. */
export function activityEntry(
  ctx: ActivityContext,
  { scope, id, name, shortId = null }: ActivitySubject,
  verb: ActivityVerb,
  changes: readonly FieldChange[] = [],
  { trigger = null, step = null }: ActivityCause = {},
): NewActivity {
  return {
    id: ctx.ids.uuid(),
    projectId: ctx.project.id,
    userId: userOf(ctx.actor)?.id ?? null,
    verb,
    scope,
    itemId: String(id),
    detail: { changes, trigger, type: null, name, shortId },
    step,
    createdAt: timestampOf(ctx.clock()),
  }
}

/** Something that is deleted softly. */
interface Deletable {
  readonly deleted: boolean
}

/** What a change is called; deleting and restoring have words of their own. */
export function changeVerb(before: Deletable, after: Deletable): ActivityVerb {
  if (before.deleted === after.deleted) return 'updated'
  return after.deleted ? 'deleted' : 'restored'
}
