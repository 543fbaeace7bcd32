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

/** The actor, time and project of a change. */
export interface ActivityContext extends Pick<Context, 'actor' | 'clock' | 'ids'> {
  readonly project: Pick<Project, 'id'>
}

/** The record that an entry is about. */
interface ActivitySubject {
  readonly scope: ActivityScope
  readonly id: number | string
  /** The name of the record after the change. */
  readonly name: string | null
  /** The identifier of the record in links, if they do not use the id. */
  readonly shortId?: string | null
}

/** The cause of a change, and the version that it made. */
export interface ActivityCause {
  /** What triggered the change, if the actor did not make it directly. */
  readonly trigger?: ActivityDetail['trigger']
  /** The step to the new version; missing if there is none. */
  readonly step?: VersionStep | null
}

/** Returns the entry for what the actor just did to a record of the project. */
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

/** A record with soft delete. */
interface Deletable {
  readonly deleted: boolean
}

/** Returns the verb for a change; soft delete and restore have separate verbs. */
export function changeVerb(before: Deletable, after: Deletable): ActivityVerb {
  if (before.deleted === after.deleted) return 'updated'
  return after.deleted ? 'deleted' : 'restored'
}
