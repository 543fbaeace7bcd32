import type { CallInput, endpoints, OutputOf } from '@flagdeck/http'
import { type CallEvent, callsUntil } from './example-counts.ts'
import {
  CHECKOUT,
  COHORTS,
  COMPANIES,
  DASHBOARD,
  type FlagBody,
  flagsFor,
  GROUP_TYPE,
  KEYS,
  LIST,
  PEOPLE,
  TAG,
  TESTERS,
} from './example-shop.ts'

type Endpoints = typeof endpoints

/** Where the example data is created. Only the public API is used. */
export interface ExamplePlace {
  readonly projectId: number
  readonly ask: <Name extends keyof Endpoints>(
    name: Name,
    input: CallInput<Endpoints[Name]>,
  ) => Promise<OutputOf<Endpoints[Name]>>
  /** Reports calls in the format of the SDKs. */
  readonly capture: (events: readonly CallEvent[]) => Promise<void>
  /** Receives the step that starts. */
  readonly onStep: (step: ExampleStep) => void
}

export type ExampleStep = 'people' | 'cohorts' | 'flags' | 'dashboards' | 'counts'

const SENT_AT_ONCE = 500
/** The maximum size of a page. */
const LISTED = '1000'

type Asking = Pick<ExamplePlace, 'ask' | 'projectId'>

/** Whether a project has all of the example data: the dashboard is created last. */
export async function hasExample(place: Asking): Promise<boolean> {
  return (await ownDashboards(place)).length > 0
}

/** Creates users, cohorts, flags of every kind, a dashboard, and four weeks of calls. */
export async function loadExample(place: ExamplePlace): Promise<void> {
  const { ask, capture, onStep, projectId } = place
  const params = { project_id: projectId }
  onStep('people')
  const groupType = await companyType(place)
  for (const { id, properties } of PEOPLE)
    await ask('updatePerson', { params: { ...params, distinct_id: id }, body: { properties } })
  for (const { key, properties } of COMPANIES) {
    const body = { group_type_index: groupType, group_key: key, group_properties: properties }
    await ask('saveGroup', { params, body })
  }
  onStep('cohorts')
  const cohorts = await makeCohorts(place)
  onStep('flags')
  const known = await ownFlags(place)
  const make = async (body: FlagBody) => known.get(body.key) ?? (await ask('createFlag', { params, body })).id
  const checkout = await make(CHECKOUT)
  for (const body of flagsFor({ cohorts, groupType, checkout })) await make(body)
  onStep('counts')
  const calls = callsUntil(Date.now())
  for (let sent = 0; sent < calls.length; sent += SENT_AT_ONCE) await capture(calls.slice(sent, sent + SENT_AT_ONCE))
  onStep('dashboards')
  const dashboard = { name: DASHBOARD, tags: [TAG], use_template: 'DEFAULT_APP', pinned: true }
  await ask('createDashboard', { params, body: dashboard })
}

async function companyType({ ask, projectId }: ExamplePlace): Promise<number> {
  const params = { project_id: projectId }
  const known = (await ask('listGroupTypes', { params })).find(({ group_type }) => group_type === GROUP_TYPE)
  return (known ?? (await ask('createGroupType', { params, body: { group_type: GROUP_TYPE } }))).group_type_index
}

async function makeCohorts(place: ExamplePlace): Promise<Readonly<Record<string, number>>> {
  const { ask, projectId } = place
  const params = { project_id: projectId }
  // Cohorts of an interrupted attempt are reused.
  const ids: Record<string, number> = Object.fromEntries((await ownCohorts(place)).map(({ name, id }) => [name, id]))
  for (const body of COHORTS) ids[body.name] ??= (await ask('createCohort', { params, body })).id
  // The declaration passes the body unchanged: it may also be CSV.
  const body = new TextEncoder().encode(JSON.stringify({ distinct_ids: TESTERS }))
  await ask('addCohortMembers', { params: { ...params, id: ids[LIST] ?? 0 }, body })
  return ids
}

/** Deletes what {@link loadExample} created, and nothing else. Data with a history can be restored; users cannot. */
export async function removeExample({ ask, projectId }: Asking): Promise<void> {
  const params = { project_id: projectId }
  // Dependent flags are deleted first.
  for (const id of (await ownFlags({ ask, projectId })).values()) {
    await ask('updateFlag', { params: { ...params, id }, body: { deleted: true } })
  }
  for (const { id } of await ownDashboards({ ask, projectId })) {
    await ask('updateDashboard', { params: { ...params, id }, body: { deleted: true, delete_insights: true } })
  }
  for (const { id } of await ownCohorts({ ask, projectId }))
    await ask('updateCohort', { params: { ...params, id }, body: { deleted: true } })
  for (const { id } of PEOPLE) await forget(() => ask('destroyPerson', { params: { ...params, distinct_id: id } }))
  const type = (await ask('listGroupTypes', { params })).find(({ group_type }) => group_type === GROUP_TYPE)
  if (!type) return
  for (const { key: group_key } of COMPANIES) {
    const group_type_index = type.group_type_index
    await forget(() => ask('destroyGroup', { params: { ...params, group_type_index, group_key } }))
  }
}

/** Returns the ids of the example flags by key, archived ones included, newest first. */
async function ownFlags({ ask, projectId }: Asking): Promise<ReadonlyMap<string, number>> {
  const params = { project_id: projectId }
  const found = new Map<string, number>()
  for (const archived of ['false', 'true']) {
    const query = { tags: JSON.stringify([TAG]), archived, limit: LISTED }
    const { results } = await ask('listFlags', { params, query })
    // Other flags of the project may have the same tag.
    for (const { key, id } of results) if (KEYS.includes(key)) found.set(key, id)
  }
  return found
}

async function ownDashboards({ ask, projectId }: Asking) {
  const query = { tags: [TAG], limit: LISTED }
  const { results } = await ask('listDashboards', { params: { project_id: projectId }, query })
  return results.filter(({ name }) => name === DASHBOARD)
}

async function ownCohorts({ ask, projectId }: Asking) {
  const query = { search: 'Example: ', limit: LISTED }
  const { results } = await ask('listCohorts', { params: { project_id: projectId }, query })
  return results.filter(({ name }) => COHORTS.some((cohort) => cohort.name === name))
}

/** Ignores that the user may be deleted already. */
async function forget(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if ((error as { readonly status?: unknown }).status !== 404) throw error
  }
}
