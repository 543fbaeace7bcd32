import { withGroupType } from '../../data/records/group-type-places.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json/json-value.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { authorizeAdmin } from '../../runtime/access/authorize-admin.ts'
import { authorizeMember } from '../../runtime/access/project-access.ts'
import { changeProject } from '../../runtime/change-project.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { saveProject } from '../identity/project-activity.ts'
import type { UpdateProjectInput } from '../identity/project-input.ts'
import { updateProject } from '../identity/update-project.ts'
import { addGroupType } from '../persons/group-types.ts'
import { changedFields, fieldDifferences } from './field-differences.ts'
import type { ImportRun } from './import-run.ts'
import { groupTypeNames } from './names.ts'
import { STALENESS_FIELDS, stalenessOf } from './staleness-entry.ts'

/** Imports the settings of the project first, because all other sections depend on them. */
export async function importProjectSettings(run: ImportRun): Promise<void> {
  const { ctx, current, wanted } = run
  const { group_types: groupTypes = [], ...settings } = wanted.project
  const missing = Array.isArray(groupTypes)
    ? groupTypes.filter((name) => !current.project.group_types.includes(String(name)))
    : [groupTypes]
  const differences = [
    ...fieldDifferences({ ...current.project }, wholeStaleness(run, settings)),
    ...(missing.length === 0 ? [] : [groupTypesDifference(run, missing)]),
  ]
  if (differences.length === 0) return
  run.change('update', 'project', ctx.project.name, differences)
  const changed = changedFields(differences)
  await run.attempt({ path: 'project' }, async () => {
    for (const name of missing) await addGroupType(ctx, { name: name as string }) // other types are refused
    if (changed.has('timezone') || changed.has('staleness')) await changeSettings(run, settings)
    if (changed.has('property_matching_version')) await changeMatching(run, settings.property_matching_version)
  })
  run.groupTypes = groupTypeNames(missing.map(String).reduce(withGroupType, run.contents.project.groupTypes))
}

/** Merges the rule of staleness with the stored one: fields that a document does not contain stay unchanged. */
function wholeStaleness({ current }: ImportRun, { staleness, ...others }: JsonObject): JsonObject {
  if (staleness === undefined) return others
  return { ...others, staleness: isJsonObject(staleness) ? { ...current.project.staleness, ...staleness } : staleness }
}

async function changeSettings(run: ImportRun, { timezone, staleness }: JsonObject): Promise<void> {
  const { rule, unknown } = isJsonObject(staleness) ? stalenessOf(staleness) : { rule: staleness, unknown: [] }
  for (const field of unknown) run.problems.addUnknown('project.staleness.', field, STALENESS_FIELDS)
  const sent = { ...(timezone !== undefined && { timezone }), ...(rule !== undefined && { staleness: rule }) }
  await updateProject(run.ctx, sent as UpdateProjectInput) // other types are refused
}

function groupTypesDifference({ current }: ImportRun, missing: readonly JsonValue[]) {
  const before = current.project.group_types
  return { field: 'group_types', before, after: [...before, ...missing] }
}

async function changeMatching(run: ImportRun, version: JsonValue | undefined): Promise<void> {
  if (version === 1 || version === 2) await changeMatchingVersion(run.ctx, version)
  else run.problem('project.property_matching_version', 'must be 1 or 2')
}

/** Changes the version of property matching. Only an import of a project from elsewhere changes it. */
async function changeMatchingVersion(ctx: ProjectContext, propertyMatchingVersion: 1 | 2): Promise<void> {
  authorize(ctx.actor, 'project:write')
  await changeProject(ctx, async (tx) => {
    authorizeAdmin({ actor: ctx.actor, access: await authorizeMember(tx, ctx) })
    const project = await tx.projects.find(ctx.project.id)
    if (project) await saveProject(tx, ctx, project, { ...project, propertyMatchingVersion })
  })
}
