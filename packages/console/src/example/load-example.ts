import type { CallInput, endpoints, OutputOf } from '@flagdeck/http'
import { type CallEvent, callsUntil } from './example-counts.ts'
import {
  CHECKOUT,
  COHORTS,
  COMPANIES,
  DASHBOARD,
  flagsFor,
  GROUP_TYPE,
  LIST,
  PEOPLE,
  TAG,
  TESTERS,
} from './example-shop.ts'

type Endpoints = typeof endpoints

/** Where the example data goes, and how that is asked: through the public API alone. */
export interface ExamplePlace {
  readonly projectId: number
  readonly ask: <Name extends keyof Endpoints>(
    name: Name,
    input: CallInput<Endpoints[Name]>,
  ) => Promise<OutputOf<Endpoints[Name]>>
  /** Reports calls as an SDK does. */
  readonly capture: (events: readonly CallEvent[]) => Promise<void>
  /** What is being made. */
  readonly onStep: (step: ExampleStep) => void
}

export type ExampleStep = 'people' | 'cohorts' | 'flags' | 'dashboards' | 'counts'

const SENT_AT_ONCE = 500
/** As many as a page may have. */
const LISTED = '1000'

/** Whether a project has example data. */
export async function hasExample({ projectId, ask }: Pick<ExamplePlace, 'projectId' | 'ask'>): Promise<boolean> {
  const query = { tags: JSON.stringify([TAG]), limit: '1' }
  return (await ask('listFlags', { params: { project_id: projectId }, query })).count > 0
}

/** Makes people, cohorts, flags of every kind, a dashboard, and four weeks of calls. */
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
  const { id: checkout } = await ask('createFlag', { params, body: CHECKOUT })
  for (const body of flagsFor({ cohorts, groupType, checkout })) await ask('createFlag', { params, body })
  onStep('dashboards')
  const dashboard = { name: DASHBOARD, tags: [TAG], use_template: 'DEFAULT_APP', pinned: true }
  await ask('createDashboard', { params, body: dashboard })
  onStep('counts')
  const calls = callsUntil(Date.now())
  for (let sent = 0; sent < calls.length; sent += SENT_AT_ONCE) await capture(calls.slice(sent, sent + SENT_AT_ONCE))
}

async function companyType({ ask, projectId }: ExamplePlace): Promise<number> {
  const params = { project_id: projectId }
  const known = (await ask('listGroupTypes', { params })).find(({ group_type }) => group_type === GROUP_TYPE)
  return (known ?? (await ask('createGroupType', { params, body: { group_type: GROUP_TYPE } }))).group_type_index
}

async function makeCohorts(place: ExamplePlace): Promise<Readonly<Record<string, number>>> {
  const { ask, projectId } = place
  const params = { project_id: projectId }
  // Those of an attempt that was cut short stay.
  const ids: Record<string, number> = Object.fromEntries((await ownCohorts(place)).map(({ name, id }) => [name, id]))
  for (const body of COHORTS) ids[body.name] ??= (await ask('createCohort', { params, body })).id
  // The declaration says that the body comes as it is: it may be CSV too.
  const body = new TextEncoder().encode(JSON.stringify({ distinct_ids: TESTERS }))
  await ask('addCohortMembers', { params: { ...params, id: ids[LIST] ?? 0 }, body })
  return ids
}

/** Takes away what {@link loadExample} has made. Deleting is soft for what has a history; people are forgotten. */
export async function removeExample({ ask, projectId }: Pick<ExamplePlace, 'ask' | 'projectId'>): Promise<void> {
  const params = { project_id: projectId }
  const flags = await ask('listFlags', { params, query: { tags: JSON.stringify([TAG]), limit: LISTED } })
  // What depends on another goes first.
  for (const { id } of flags.results) await ask('updateFlag', { params: { ...params, id }, body: { deleted: true } })
  const dashboards = await ask('listDashboards', { params, query: { tags: [TAG], limit: LISTED } })
  for (const { id } of dashboards.results) {
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

async function ownCohorts({ ask, projectId }: Pick<ExamplePlace, 'ask' | 'projectId'>) {
  const query = { search: 'Example: ', limit: LISTED }
  const { results } = await ask('listCohorts', { params: { project_id: projectId }, query })
  return results.filter(({ name }) => COHORTS.some((cohort) => cohort.name === name))
}

/** Somebody may have forgotten them already. */
async function forget(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if ((error as { readonly status?: unknown }).status !== 404) throw error
  }
}
