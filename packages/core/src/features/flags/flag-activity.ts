import type { NewActivity } from '../../data/records/activity.ts'
import type { Flag } from '../../data/records/flag.ts'
import { FLAG_FIELDS } from '../../data/records/flag-fields.ts'
import { toldFields } from '../../data/records/record-field.ts'
import { TOMBSTONE } from '../../data/records/tombstone-key.ts'
import { type ActivityCause, activityEntry, changeVerb } from '../../runtime/activity/activity-entry.ts'
import { fieldChanges } from '../../runtime/activity/field-changes.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { FLAG_FIELDS_BESIDE, FLAG_HISTORY } from '../../runtime/history/flag-history.ts'
import { FIRST_STEP, stepTo } from '../../runtime/history/version-step.ts'

const TOLD_FIELDS = toldFields(FLAG_FIELDS)

/** Returns the entry for a new flag. */
export function flagCreated(ctx: ProjectContext, flag: Flag): NewActivity {
  return activityEntry(ctx, subject(flag), 'created', [], { step: FIRST_STEP })
}

/** The input for the entry of a new version of a flag. */
export interface FlagVersionCause extends Pick<ActivityCause, 'trigger'> {
  /** The `walk` of the previous version (`walkOf`). */
  readonly walk: number
}

/** Returns the entry for a new version of a flag; deletions and restores have separate verbs. */
export function flagChanged(
  ctx: ProjectContext,
  before: Flag,
  after: Flag,
  { walk, trigger = null }: FlagVersionCause,
): NewActivity {
  // Fields that follow from the two states are not stored again. The key of a tombstone does not follow from them.
  const hasTombstone = TOMBSTONE.test(before.key) || TOMBSTONE.test(after.key)
  const written = hasTombstone ? [...FLAG_FIELDS_BESIDE, 'key' as const] : FLAG_FIELDS_BESIDE
  const step = stepTo(after.version, FLAG_HISTORY.stateOf(before), FLAG_HISTORY.stateOf(after), walk)
  const changes = fieldChanges('FeatureFlag', written, before, after)
  return activityEntry(ctx, subject(after), changeVerb(before, after), changes, { trigger, step })
}

/** Returns the entry for a change of a flag that does not create a version. */
export function flagMoved(ctx: ProjectContext, before: Flag, after: Flag): NewActivity {
  return activityEntry(ctx, subject(after), 'updated', fieldChanges('FeatureFlag', TOLD_FIELDS, before, after))
}

function subject({ id, key }: Flag) {
  return { scope: 'FeatureFlag', id, name: key } as const
}
