import type { JsonObject, JsonValue } from '@flagdeck/core'
import type { ConsoleStart } from '../console-server.ts'
import { HarshApi } from './harsh-api.ts'
import { flagKeys, harshFlags, specialFlags } from './harsh-flags.ts'
import { MEMBERS, NAMES, ROLES } from './harsh-names.ts'

/** The number of records of each kind. */
export interface HarshSize {
  readonly flags: number
  readonly persons: number
  readonly changes: number
  readonly dashboards: number
  readonly members: number
  readonly days: number
}

/** Enough for each kind of record, and loaded within a few seconds. */
export const SMALL_HARSH_SIZE: HarshSize = {
  flags: 100,
  persons: 50,
  changes: 60,
  dashboards: 12,
  members: 12,
  days: 3,
}

/** More than any screen is designed for. */
const HARSH_SIZE: HarshSize = {
  flags: 2000,
  persons: 1500,
  changes: 6000,
  dashboards: 100,
  members: 46,
  days: 40,
}

const COHORTS = 40
const LIST_LENGTH = 20_000
const COMPANIES = 60
const TILES = 27

/**
 * Fills a new project of a server with data that no screen is designed for: long, many, nested, right-to-left. The
 * server MUST be started with `FLAGDECK_RATE_LIMIT=off`. Takes about two minutes in full size.
 * @returns the id of the project, whose flags, cohorts and dashboards start at 1 on a new server
 */
export async function loadHarshData(server: ConsoleStart, size: HarshSize = HARSH_SIZE): Promise<number> {
  const root = new HarshApi(server)
  const project = await root.post('/api/projects/', { name: NAMES.project })
  const api = root.inProject(Number(project.id), String(project.api_token))
  for (const groupType of ['company', 'workspace', 'الشركة']) await api.post('groups_types/', { group_type: groupType })
  const cohortIds = await createCohorts(api)
  await identify(api, size.persons)
  const special: JsonObject[] = []
  // Created one after the other, so that their ids are known.
  for (const flag of specialFlags(cohortIds.at(-1) ?? 0)) special.push(await api.post('feature_flags/', flag))
  const variantsFlag = special.find(({ key }) => key === 'twelve-variants')
  await createAll(api, 'feature_flags/', harshFlags(size.flags - special.length, Number(variantsFlag?.id)))
  await changeFlags(api, size.changes)
  const [firstRole] = await inviteMembers(root, size.members)
  await api.post(`feature_flags/${variantsFlag?.id}/role_access/`, { role_id: firstRole ?? '' })
  // Its first version can be restored.
  await api.patch(`feature_flags/${variantsFlag?.id}/`, { tags: ['experiment'] })
  await createDashboards(api, size.dashboards)
  await callFlags(api, size)
  return Number(project.id)
}

/** Creates cohorts. Each is part of the next one; the last one is a list. */
async function createCohorts(api: HarshApi): Promise<readonly number[]> {
  const ids: number[] = []
  for (let n = 0; n < COHORTS; n++) {
    const rule = { key: 'email', type: 'person', operator: 'icontains', value: `@company-${n}.example` }
    const inner = ids.at(-1)
    const nested = inner === undefined ? [] : [{ key: 'id', type: 'cohort', value: inner, operator: 'in' }]
    const { id } = await api.post('cohorts/', {
      name: NAMES.cohorts[n] ?? `Nested cohort ${n}`,
      description: n === 5 ? 'Beschreibung der Kundengruppe. '.repeat(40) : '',
      filters: { properties: { type: 'OR', values: [{ type: 'AND', values: [rule, ...nested] }] } },
    })
    ids.push(Number(id))
  }
  const list = await api.post('cohorts/', { name: `A list of ${LIST_LENGTH} users`, is_static: true })
  const csv = ['distinct_id', ...Array.from({ length: LIST_LENGTH }, (_, n) => personId(n))].join('\n')
  await api.postCsv(`cohorts/${list.id}/add_persons_to_static_cohort/`, csv)
  return ids
}

const personId = (n: number): string => `customer-${n}`

async function identify(api: HarshApi, count: number): Promise<void> {
  const persons = Array.from({ length: count }, (_, n) => identification(personId(n), personProperties(n)))
  const odd = [
    identification('d'.repeat(400), { email: 'long@example.com' }),
    identification('<img src=x onerror=alert(1)>', { email: '<b>bold</b>@example.com' }),
  ]
  await api.capture([...persons, ...odd])
  const groups = Array.from({ length: COMPANIES }, (_, n) => ({
    event: '$groupidentify',
    distinct_id: 'somebody',
    properties: {
      $group_type: 'company',
      $group_key: `company-${n}${n === 3 ? `-${'g'.repeat(200)}` : ''}`,
      $group_set: { name: n === 4 ? 'شركة الاختبار' : `Company ${n} GmbH & Co. KG`, seats: n * 3 },
    },
  }))
  await api.capture(groups)
}

function identification(distinctId: string, properties: JsonObject): JsonObject {
  return { event: '$identify', distinct_id: distinctId, properties: { $set: properties } }
}

/** Returns the properties of a user. The first five users have 200 properties. */
function personProperties(n: number): JsonObject {
  const common = {
    email: `user${n}@company-${n % COHORTS}.example`,
    name: `${NAMES.people[n % NAMES.people.length]} ${n}`,
    country: ['DE', 'AT', 'CH', 'FR', 'EG', 'JP'][n % 6] ?? '',
    plan: ['free', 'pro', 'enterprise'][n % 3] ?? '',
    app_version: `4.${n % 9}.${n % 4}`,
  }
  if (n >= 5) return common
  const kinds: readonly JsonValue[] = ['Wert '.repeat(30), n * 1000.5, { nested: { list: [1, 2, 3] } }, 'قيمة', true]
  const many = Array.from({ length: 200 }, (_, at) => [
    `property_${String(at).padStart(3, '0')}${at % 17 === 0 ? '_with_a_name_that_goes_on_and_on_and_on' : ''}`,
    kinds[at % kinds.length] ?? null,
  ])
  return { ...common, ...Object.fromEntries(many) }
}

async function createAll(api: HarshApi, path: string, bodies: readonly JsonObject[]): Promise<readonly JsonObject[]> {
  return api.each(bodies, (body) => api.post(path, body))
}

/** Changes the newest hundred flags alternately: on, off, another percentage, another description. */
async function changeFlags(api: HarshApi, count: number): Promise<void> {
  const { results } = await api.get('feature_flags/?limit=100')
  const flags = (results as JsonObject[]).filter(({ key }) => key !== 'depends-on-variants')
  const turns = Array.from({ length: flags.length }, (_, at) => at)
  // The changes of one flag are sent one after the other, so that none is refused as a conflict.
  await api.each(turns, async (at) => {
    const flag = flags[at] ?? {}
    for (let n = at; n < count; n += flags.length) {
      const round = Math.floor(n / flags.length)
      const body = [
        { active: round % 6 === 0 },
        { name: `${flag.name || 'Flag'}, revision ${round}` },
        { filters: { groups: [{ properties: [], rollout_percentage: n % 101 }] } },
      ][round % 3]
      await api.patch(`feature_flags/${flag.id}/`, body ?? {})
    }
  })
}

/** Creates members, and roles with some of them. Returns the ids of the roles. */
async function inviteMembers(root: HarshApi, count: number): Promise<readonly string[]> {
  const organizations = await root.get('/api/organizations/')
  const [{ id: organizationId }] = organizations.results as [{ readonly id: string }] // its schema was checked
  const organization = `/api/organizations/${organizationId}`
  for (let n = 1; n < count; n++) {
    const { token } = await root.post(`${organization}/invites/`, {
      target_email: n === 7 ? `${'x'.repeat(60)}@department.subsidiary.company-name.example` : `member${n}@example.com`,
      level: n % 11 === 0 ? 8 : 1,
    })
    const name = `${MEMBERS[n % MEMBERS.length]}${n < MEMBERS.length ? '' : ` ${n}`}`
    // The last six invitations are not accepted yet.
    if (n < count - 6) await root.signUp(String(token), name)
  }
  const { results } = await root.get(`${organization}/members/?limit=100`)
  const members = results as unknown as readonly { readonly user: { readonly uuid: string } }[] // its schema was checked
  const roleIds: string[] = []
  for (const [at, name] of ROLES.entries()) {
    const { id } = await root.post(`${organization}/roles/`, { name, feature_flags_access_level: at % 2 ? 21 : 37 })
    for (const { user } of members.slice(at + 1, at + 4)) {
      await root.post(`${organization}/roles/${id}/role_memberships/`, { user_uuid: user.uuid })
    }
    roleIds.push(String(id))
  }
  return roleIds
}

/**
 * Creates dashboards. The first one has several tiles of each kind; the second one has a chart and a text with long
 * names.
 */
async function createDashboards(api: HarshApi, count: number): Promise<void> {
  const dashboards = Array.from({ length: count }, (_, n) => ({
    name: NAMES.dashboards[n] ?? `Weekly review ${n}`,
    description: n % 2 ? 'Reviewed by the team on Mondays, with notes. '.repeat(n % 9) : '',
    pinned: n < 4,
    tags: n % 3 ? ['team-a', 'weekly'] : [],
    restriction_level: n % 10 === 0 ? 37 : 21,
  }))
  const [first] = await createAll(api, 'dashboards/', dashboards.slice(0, 1))
  const [second] = await createAll(api, 'dashboards/', dashboards.slice(1, 2))
  await createAll(api, 'dashboards/', dashboards.slice(2))
  for (let n = 0; n < TILES; n++) await api.post('insights/', insight(n, Number(first?.id)))
  await api.post('insights/', insight(4, Number(second?.id)))
  await api.post(`dashboards/${second?.id}/create_text_tile/`, { body: NAMES.texts[0] })
  for (const body of NAMES.texts) await api.post(`dashboards/${first?.id}/create_text_tile/`, { body })
}

const DISPLAYS = [
  'ActionsLineGraph',
  'ActionsBar',
  'ActionsLineGraphCumulative',
  'ActionsTable',
  'ActionsBarValue',
  'ActionsPie',
  'BoldNumber',
]

function insight(n: number, dashboardId: number): JsonObject {
  const display = DISPLAYS[n % DISPLAYS.length] ?? ''
  const breakdown = [null, '$feature_flag', '$feature_flag_response'][n % 3] ?? null
  const flag = { key: '$feature_flag', type: 'event', operator: 'exact', value: ['twelve-variants'] }
  const series = {
    kind: 'EventsNode',
    event: '$feature_flag_called',
    math: n % 2 ? 'dau' : 'total',
    ...(n % 5 === 0 ? { properties: [flag] } : {}),
  }
  const source = {
    kind: 'TrendsQuery',
    series: [series],
    interval: 'day',
    dateRange: { date_from: '-30d' },
    trendsFilter: { display },
    ...(breakdown === null ? {} : { breakdownFilter: { breakdown, breakdown_type: 'event' } }),
  }
  return {
    name: n === 4 ? NAMES.tile : `Tile ${n}: ${display}`,
    description: n % 4 === 0 ? 'Shows how much is called, in a sentence that is longer than the tile is wide.' : '',
    query: { kind: 'InsightVizNode', source },
    dashboards: [dashboardId],
  }
}

/** Reports calls of sixty flags over many days, and of four flags that do not exist. */
async function callFlags(api: HarshApi, { days, persons }: HarshSize): Promise<void> {
  const keys = [...flagKeys(specialFlags(0)).filter((key) => key.length < 100), ...(await newestKeys(api))]
  const now = Date.now()
  const variants = ['control', 'variante-blau-mit-einem-langen-namen', ...'cdefghijk'].concat('l-treatment')
  for (let day = 0; day < days; day++) {
    const calls = keys.flatMap((key) => {
      const hasVariants = key === 'twelve-variants'
      const count = hasVariants ? 120 : 3 + ((day * 7 + key.length) % 9)
      return Array.from({ length: count }, (_, n) => ({
        event: '$feature_flag_called',
        distinct_id: personId((day * 31 + n * 17) % persons),
        timestamp: new Date(now - day * 86_400_000 - n * 600_000).toISOString(),
        properties: {
          $feature_flag: key,
          $feature_flag_response: hasVariants ? (variants[(n + day) % variants.length] ?? null) : n % 3 !== 0,
          $lib: ['posthog-node', 'web', 'posthog-python'][n % 3] ?? null,
        },
      }))
    })
    await api.capture(calls)
  }
  const unknown = Array.from({ length: 20 }, (_, n) => ({
    event: '$feature_flag_called',
    distinct_id: personId(n),
    properties: { $feature_flag: `no-such-flag-${n % 4}`, $feature_flag_response: false, $lib: 'web' },
  }))
  await api.capture(unknown)
}

async function newestKeys(api: HarshApi): Promise<readonly string[]> {
  const { results } = await api.get('feature_flags/?limit=40')
  return flagKeys(results as readonly JsonObject[])
}
