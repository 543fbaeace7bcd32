import type { Thing } from './thing.ts'
import type { Writer } from './writer.ts'

/** The number of flags that change in one request. */
const TOGETHER = 3

/** An inactive flag, so the writers of other flags determine the evaluated results. */
const NEW_FLAG = {
  name: '',
  percentage: 100,
  active: false,
  deleted: false,
  usageTiles: null,
  grants: 0,
  tags: [],
  version: 1,
}

interface MadeFlag {
  readonly thing: Thing
  readonly id: number
}

/** Makes 5 writes, of which two change all flags or none, and 3 of a flag that is copied together with its cohort. */
export async function writeFlagsTogether(
  writer: Writer,
  name: string,
  { withCopy }: { readonly withCopy: boolean },
): Promise<{ delete(): Promise<unknown> }> {
  const flags: MadeFlag[] = []
  for (let n = 0; n < TOGETHER; n++) flags.push(await makeFlag(writer, `${name}-of-${n}`, []))
  await changeTogether(writer, flags, 'bulk_update_tags', { action: 'add', tags: ['one'] }, { tags: ['one'] })
  if (withCopy) await copyFlag(writer, `${name}-copied`)
  return { delete: () => changeTogether(writer, flags, 'bulk_delete', {}, { deleted: true }) }
}

async function makeFlag(writer: Writer, key: string, properties: readonly Condition[]): Promise<MadeFlag> {
  const thing = writer.thing('FeatureFlag', key)
  const filters = { groups: [{ properties, rollout_percentage: 100 }] }
  const body = { key, active: false, filters }
  const made = await writer.write(thing, { method: 'POST', path: 'feature_flags/', body, status: 201, next: NEW_FLAG })
  return { thing, id: Number(made.body.id) }
}

type Condition = Readonly<Record<string, string | number>>

/** Changes all flags in one request. Each flag gets a version and an entry, and the project one version for all. */
function changeTogether(
  writer: Writer,
  flags: readonly MadeFlag[],
  action: string,
  body: Readonly<Record<string, string | readonly string[]>>,
  next: Readonly<Record<string, boolean | readonly string[]>>,
) {
  return writer.writeSeveral({
    method: 'POST',
    path: `feature_flags/${action}/`,
    body: { ids: flags.map(({ id }) => id), ...body },
    status: 200,
    changes: flags.map(({ thing }) => [thing, { ...next, version: Number(writer.stateOf(thing)?.version) + 1 }]),
  })
}

/** Copies a flag. The other project gets the flag and its cohort, or neither. */
async function copyFlag(writer: Writer, name: string): Promise<void> {
  const cohort = { description: 'copied', deleted: false }
  const rule = { key: 'plan', value: 'pro', operator: 'exact', type: 'person' }
  const made = await writer.write(writer.thing('Cohort', name), {
    method: 'POST',
    path: 'cohorts/',
    body: { name, description: 'copied', filters: { properties: { type: 'AND', values: [rule] } } },
    status: 201,
    next: cohort,
  })
  await makeFlag(writer, name, [{ key: 'id', type: 'cohort', value: Number(made.body.id) }])
  const { projectId, otherProjectId } = writer
  await writer.writeSeveral({
    method: 'POST',
    path: '/api/organizations/@current/feature_flags/copy_flags/',
    body: { feature_flag_key: name, from_project: projectId, target_project_ids: [otherProjectId] },
    status: 200,
    changes: [
      [writer.thing('Cohort', name, otherProjectId), cohort],
      [writer.thing('FeatureFlag', name, otherProjectId), NEW_FLAG],
    ],
  })
}
