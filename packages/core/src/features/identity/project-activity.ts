import type { FieldChange, NewActivity } from '../../data/records/activity.ts'
import type { Project } from '../../data/records/project.ts'
import type { Transaction } from '../../data/store.ts'
import { type ActivityContext, activityEntry } from '../../runtime/activity/activity-entry.ts'
import { fieldChanges } from '../../runtime/activity/field-changes.ts'

/** What a change of a project is told by; the version follows from every change. */
const DIFFED_FIELDS = [
  'name',
  'timezone',
  'groupTypes',
  'eventsAddGroupTypes',
  'staleness',
  'propertyMatchingVersion',
] as const satisfies readonly (keyof Project)[]

/** What is told to have been replaced, and never shown. */
const TOKENS = ['apiToken', 'secretApiToken'] as const satisfies readonly (keyof Project)[]

/** The entry for a project that was just made. */
export function projectCreated(ctx: Omit<ActivityContext, 'project'>, project: Project): NewActivity {
  return activityEntry({ ...ctx, project }, subject(project), 'created')
}

/** The entry for a project that was just changed; undefined when it was not. */
function projectChanged(ctx: ActivityContext, before: Project, after: Project): NewActivity | undefined {
  const changes = [...fieldChanges('Project', DIFFED_FIELDS, before, after), ...replacedTokens(before, after)]
  return changes.length > 0 ? activityEntry(ctx, subject(after), 'updated', changes) : undefined
}

/** Writes a changed project, with its entry. */
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
