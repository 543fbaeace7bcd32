import type { FieldChange, NewActivity } from '../../data/records/activity.ts'
import type { Project } from '../../data/records/project.ts'
import type { Transaction } from '../../data/store.ts'
import { type ActivityContext, activityEntry } from '../../runtime/activity/activity-entry.ts'
import { fieldChanges } from '../../runtime/activity/field-changes.ts'

/** The recorded fields of a project. The version is not recorded, because it changes with every change. */
const DIFFED_FIELDS = [
  'name',
  'timezone',
  'groupTypes',
  'eventsAddGroupTypes',
  'staleness',
  'propertyMatchingVersion',
] as const satisfies readonly (keyof Project)[]

/** Fields whose replacement is recorded, but never their values. */
const TOKENS = ['apiToken', 'secretApiToken'] as const satisfies readonly (keyof Project)[]

/** Returns the entry for a new project. */
export function projectCreated(ctx: Omit<ActivityContext, 'project'>, project: Project): NewActivity {
  return activityEntry({ ...ctx, project }, subject(project), 'created')
}

/** Returns the entry for a change of a project; undefined if nothing changed. */
function projectChanged(ctx: ActivityContext, before: Project, after: Project): NewActivity | undefined {
  const changes = [...fieldChanges('Project', DIFFED_FIELDS, before, after), ...replacedTokens(before, after)]
  return changes.length > 0 ? activityEntry(ctx, subject(after), 'updated', changes) : undefined
}

/** Stores a changed project with its entry. */
export async function saveProject(
  tx: Transaction,
  ctx: ActivityContext,
  before: Project,
  after: Project,
): Promise<void> {
  await tx.projects.update(after)
  const entry = projectChanged(ctx, before, after)
  if (entry) await tx.activity.append(entry)
}

function replacedTokens(before: Project, after: Project): FieldChange[] {
  return TOKENS.filter((field) => before[field] !== after[field]).map((field) => ({
    type: 'Project',
    action: 'changed',
    field,
    before: null,
    after: null,
  }))
}

function subject({ id, name }: Project) {
  return { scope: 'Project', id, name } as const
}
