import type { NewActivity } from '../../data/records/activity.ts'
import type { Flag } from '../../data/records/flag.ts'
import { FLAG_FIELDS } from '../../data/records/flag-fields.ts'
import { toldFields } from '../../data/records/record-field.ts'
import { activityEntry, changeVerb } from '../../runtime/activity/activity-entry.ts'
import { fieldChanges } from '../../runtime/activity/field-changes.ts'
import type { ProjectContext } from '../../runtime/context.ts'

const TOLD_FIELDS = toldFields(FLAG_FIELDS)

/** The entry for a flag that was just made. */
export function flagCreated(ctx: ProjectContext, flag: Flag): NewActivity {
  return activityEntry(ctx, subject(flag), 'created')
}

/** The entry for a flag that was just changed; deleting and restoring have verbs of their own. */
export function flagChanged(ctx: ProjectContext, before: Flag, after: Flag): NewActivity {
  return activityEntry(
    ctx,
    subject(after),
    changeVerb(before, after),
    fieldChanges('FeatureFlag', TOLD_FIELDS, before, after),
  )
}

function subject({ id, key }: Flag) {
  return { scope: 'FeatureFlag', id, name: key } as const
}
