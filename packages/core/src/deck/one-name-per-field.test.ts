import { describe, expect, it } from 'vitest'
import { testDeck } from '../testing/test-deck.ts'

const EVERYBODY = { groups: [{ rollout_percentage: 40, properties: [] }] }
const PRO = { type: 'OR', values: [{ type: 'AND', values: [{ key: 'plan', type: 'person', value: 'pro' }] }] } as const
const TILE = { type: 'TEXT', body: 'Hello', layouts: {} }

/** Returns a deck with its organization, for records of both. */
async function place() {
  const test = await testDeck()
  return { ...test, home: await test.deck.organization(test.organization.id) }
}
type Place = Awaited<ReturnType<typeof place>>

interface RecordCase {
  /** Creates a record with a value in every field that can be set. */
  readonly make: (place: Place) => Promise<object>
  /** Creates or updates a record from one that was read, with another name if names are unique. */
  readonly again: (place: Place, record: never) => Promise<object>
  /** The fields that a caller sets, and that must be unchanged afterwards. */
  readonly same: readonly string[]
}

function recordCase<Made extends object>(
  make: (place: Place) => Promise<Made>,
  again: (place: Place, record: Made) => Promise<object>,
  same: readonly (keyof Made & string)[],
): RecordCase {
  return { make, again, same }
}

const FLAG_FIELDS = [
  ...(['name', 'filters', 'active', 'archived', 'tags', 'evaluationContexts', 'evaluationRuntime', 'owner'] as const),
  ...(['earlyAccess'] as const),
  ...(['bucketingIdentifier', 'payloadSchema', 'analyticsDashboardIds', 'rollbackConditions'] as const),
]

const CASES: Readonly<Record<string, RecordCase>> = {
  flag: recordCase(
    async ({ flags, dashboards }) =>
      flags.create({
        key: 'a',
        name: 'A flag',
        filters: EVERYBODY,
        active: false,
        tags: ['beta'],
        evaluationContexts: ['docs'],
        evaluationRuntime: 'server',
        bucketingIdentifier: 'device_id',
        owner: 'Ada',
        payloadSchema: { type: 'object' },
        earlyAccess: { name: 'A', stage: 'beta', created_at: '2026-01-01T00:00:00Z' },
        rollbackConditions: [{ threshold: 1 }],
        analyticsDashboardIds: [(await dashboards.create()).id],
      }),
    ({ flags }, flag) => flags.create({ ...flag, key: 'b' }),
    FLAG_FIELDS,
  ),
  'flag from a list': recordCase(
    async ({ flags }) => {
      await flags.create({ key: 'a', filters: EVERYBODY, tags: ['beta'] })
      const [flag] = (await flags.listWithUsage()).items
      if (!flag) throw new Error('no flag')
      return flag
    },
    ({ flags }, flag) => flags.update(flag.id, flag),
    FLAG_FIELDS,
  ),
  'early access feature': recordCase(
    async ({ deck, project }) =>
      (await deck.project(project.id)).earlyAccessFeatures.create({
        name: 'A feature',
        stage: 'alpha',
        description: 'Try it',
        documentationUrl: 'https://docs.test',
        payload: { icon: 'cart' },
      }),
    async ({ deck, project }, feature) =>
      (await deck.project(project.id)).earlyAccessFeatures.create({ ...feature, name: 'Other' }),
    ['stage', 'description', 'documentationUrl', 'payload'],
  ),
  'changed early access feature': recordCase(
    async ({ deck, project }) =>
      (await deck.project(project.id)).earlyAccessFeatures.create({ name: 'A feature', stage: 'alpha' }),
    async ({ deck, project }, feature) =>
      (await deck.project(project.id)).earlyAccessFeatures.update(feature.id, feature),
    ['name', 'stage', 'description', 'documentationUrl', 'payload'],
  ),
  cohort: recordCase(
    ({ cohorts }) => cohorts.create({ name: 'Pro', description: 'Who pays', filters: { properties: PRO } }),
    ({ cohorts }, cohort) => cohorts.create({ ...cohort, name: 'Other' }),
    ['description', 'filters', 'isStatic'],
  ),
  'static cohort that was read': recordCase(
    async ({ cohorts }) => cohorts.get((await cohorts.create({ name: 'List', isStatic: true })).id),
    ({ cohorts }, cohort) => cohorts.create({ ...cohort, name: 'Other' }),
    ['isStatic'],
  ),
  'changed cohort': recordCase(
    ({ cohorts }) => cohorts.create({ name: 'Pro', filters: { properties: PRO } }),
    ({ cohorts }, cohort) => cohorts.update(cohort.id, cohort),
    ['name', 'filters'],
  ),
  dashboard: recordCase(
    ({ dashboards }) =>
      dashboards.create({ name: 'D', description: 'All', pinned: true, tags: ['x'], filters: { date_from: '-7d' } }),
    ({ dashboards }, dashboard) => dashboards.create({ ...dashboard, name: 'D2' }),
    ['description', 'pinned', 'tags', 'filters', 'variables', 'restrictionLevel'],
  ),
  'dashboard with tiles': recordCase(
    async ({ dashboards, insights }) => {
      const { id } = await dashboards.create({ name: 'D' })
      await dashboards.createText(id, { body: 'Hello' })
      await insights.create({ name: 'I', dashboardIds: [id], query: { kind: 'TrendsQuery' } })
      return dashboards.get(id)
    },
    async ({ dashboards }, dashboard) => {
      const again = await dashboards.create({ ...dashboard, name: 'D2' })
      const shown = ({ tiles }: typeof again) => tiles.map(({ text, insight }) => text?.body ?? insight?.id)
      expect(shown(again)).toEqual(shown(dashboard))
      return again
    },
    ['description', 'filters'],
  ),
  'changed dashboard': recordCase(
    async ({ dashboards }) => {
      const { id } = await dashboards.create({ name: 'D' })
      await dashboards.createText(id, { body: 'Hello' })
      return dashboards.get(id)
    },
    ({ dashboards }, dashboard) => dashboards.update(dashboard.id, dashboard),
    ['name', 'tiles'],
  ),
  template: recordCase(
    ({ dashboards }) =>
      dashboards.templates.create({ templateName: 'T', dashboardDescription: 'd', tags: ['x'], tiles: [TILE] }),
    ({ dashboards }, template) => dashboards.templates.create({ ...template, templateName: 'T2' }),
    ['dashboardDescription', 'tags', 'tiles', 'scope'],
  ),
  insight: recordCase(
    async ({ insights, dashboards }) =>
      insights.create({ name: 'I', description: 'd', saved: true, dashboardIds: [(await dashboards.create()).id] }),
    ({ insights }, insight) => insights.create(insight),
    ['name', 'description', 'saved', 'dashboardIds', 'query', 'favorited', 'tags'],
  ),
  person: recordCase(
    ({ persons }) => persons.update('ada', { properties: { plan: 'pro' } }),
    ({ persons }, person) => persons.update('bob', person),
    ['properties'],
  ),
  group: recordCase(
    async ({ groups }) => {
      await groups.addType({ name: 'company' })
      return groups.save({ groupTypeIndex: 0, key: 'acme', properties: { size: 12 } })
    },
    ({ groups }, group) => groups.save({ ...group, key: 'other' }),
    ['properties', 'groupTypeIndex'],
  ),
  'group type': recordCase(
    ({ groups }) => groups.addType({ name: 'company' }),
    ({ groups }, type) => groups.renameType(type.index, type),
    ['name'],
  ),
  role: recordCase(
    ({ home }) => home.roles.create({ name: 'viewers', flagAccessLevel: 21 }),
    ({ home }, role) => home.roles.create({ ...role, name: 'others' }),
    ['flagAccessLevel'],
  ),
  organization: recordCase(
    ({ home }) => home.update({ defaultFlagAccessLevel: 21 }),
    ({ home }, organization) => home.update(organization),
    ['name', 'defaultFlagAccessLevel'],
  ),
  invitation: recordCase(
    async ({ home }) => {
      const { id } = await home.roles.create({ name: 'viewers' })
      return (await home.invitations.create({ email: 'a@b.test', firstName: 'A', level: 8, roleIds: [id] })).invitation
    },
    async ({ home }, invitation) => (await home.invitations.create(invitation)).invitation,
    ['email', 'firstName', 'level', 'roleIds'],
  ),
  'personal API key': recordCase(
    async ({ home, member, project }) => {
      await home.keys.create({ label: 'k', scopes: ['feature_flag:read'], scopedProjectIds: [project.id] }, member)
      const [key] = await home.keys.list(member)
      if (!key) throw new Error('no key')
      return key
    },
    async ({ home, member }, key) => {
      await home.keys.create(key, member)
      return (await home.keys.list(member))[1] ?? {}
    },
    ['label', 'scopes', 'scopedProjectIds', 'scopedOrganizationIds', 'expiresAt'],
  ),
  project: recordCase(
    ({ settings }) => settings.update({ name: 'P', timezone: 'Asia/Tokyo', eventsAddGroupTypes: true }),
    ({ deck, organization }, project) => deck.projects.create({ ...project, name: 'P2' }, organization.id),
    ['timezone', 'staleness', 'eventsAddGroupTypes'],
  ),
}

describe('EMBED-42 a record that a deck returns', () => {
  for (const [name, { make, again, same }] of Object.entries(CASES)) {
    it(`can be passed back: ${name}`, async () => {
      const here = await place()
      const record = await make(here)
      const made = await again(here, record as never)
      expect(picked(made, same)).toEqual(picked(record, same))
    })

    it(`is not passed back with an unknown field: ${name}`, async () => {
      const here = await place()
      const record = await make(here)
      const refused = again(here, { ...record, nonsense: 1 } as never)
      await expect(refused).rejects.toMatchObject({ kind: 'validation', attr: 'nonsense' })
    })
  }

  it('has its misspelt fields named, with what was meant', async () => {
    const { home } = await place()
    const input = { name: 'viewers', featureFlagAccessLevel: 21 } as never
    await expect(home.roles.create(input)).rejects.toThrow(
      '"featureFlagAccessLevel" is not a known field. Did you mean "flagAccessLevel"?',
    )
    expect((await home.roles.list()).count).toBe(0)
  })
})

function picked(record: object, names: readonly string[]) {
  const fields = record as Readonly<Record<string, unknown>>
  return Object.fromEntries(names.map((name) => [name, fields[name]]))
}
