import { isDeepStrictEqual } from 'node:util'
import {
  applyImport,
  createFlagdeck,
  DomainError,
  type EmbeddedProject,
  exportProject,
  type Page,
  type ProjectContext,
  type Store,
} from '@flagdeck/core'
import { seedTenant } from '@flagdeck/core/fixtures'
import {
  compareCohortVersions,
  compareDashboardVersions,
  compareFlagVersions,
  createCohort,
  listCohortVersions,
  listDashboardVersions,
  listFlagVersions,
  restoreCohortVersion,
  restoreDashboardVersion,
  restoreFlagVersion,
  retrieveCohort,
  retrieveCohortVersion,
  retrieveDashboardVersion,
  retrieveFlagVersion,
  updateCohort,
} from '@flagdeck/core/operations'
import fc from 'fast-check'
import { expect } from 'vitest'

const ALL = { limit: 1000 }

type State = Readonly<Record<string, unknown>>

/** One step in the life of a record, with its random choices. */
type Step = (project: EmbeddedProject, id: number) => Promise<unknown>

interface Seen {
  readonly version: number
  readonly state: State
}

/** A type of records: how one is created and changed, and how its versions are read. */
interface LivingKind {
  readonly steps: fc.Arbitrary<Step>
  begin(project: EmbeddedProject): Promise<number>
  /** Returns the existing records. */
  all(project: EmbeddedProject): Promise<Page<{ readonly id: number }>>
  /** Returns the current state. */
  now(project: EmbeddedProject, id: number): Promise<Seen>
  /** Returns the recorded state of a version. */
  asOf(ctx: ProjectContext, id: number, version: number): Promise<State>
  readonly compare: typeof compareCohortVersions
  readonly list: typeof listCohortVersions
  restore(ctx: ProjectContext, id: number, version: number): Promise<unknown>
}

const text = fc.string({ maxLength: 8 })
const filters = fc.record({
  properties: fc.record({
    type: fc.constantFrom('AND' as const, 'OR' as const),
    values: fc.array(
      fc.record({
        key: fc.constantFrom('plan', 'age'),
        type: fc.constant('person' as const),
        operator: fc.constant('exact' as const),
        value: fc.constantFrom('free', 'pro', ''),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
})
const cohortInput = fc.record(
  { name: fc.string({ minLength: 1 }), description: text, filters, deleted: fc.boolean() },
  { requiredKeys: [] },
)

const COHORTS: LivingKind = {
  steps: cohortInput.map(
    (input): Step =>
      ({ context }, id) =>
        updateCohort(context, id, input),
  ),
  begin: async ({ context }) => {
    const value = { key: 'plan', type: 'person', operator: 'exact', value: 'pro' } as const
    return (await createCohort(context, { name: 'New', filters: { properties: { type: 'AND', values: [value] } } })).id
  },
  all: ({ cohorts }) => cohorts.list({}, ALL),
  async now({ context }, id) {
    const { version, name, description, properties, deleted } = await retrieveCohort(context, id)
    return { version, state: { name, description, properties, deleted } }
  },
  async asOf(ctx, id, version) {
    const { name, description, properties, deleted } = await retrieveCohortVersion(ctx, id, version)
    return { name, description, properties, deleted }
  },
  compare: compareCohortVersions,
  list: listCohortVersions,
  restore: restoreCohortVersion,
}

const dashboardInput = fc.record(
  {
    name: fc.option(text),
    description: text,
    pinned: fc.boolean(),
    deleted: fc.boolean(),
    filters: fc.constantFrom({}, { date_from: '-7d' }, { date_from: '-30d', interval: 'week' }),
    tags: fc.uniqueArray(fc.constantFrom('x', 'y', 'z')),
  },
  { requiredKeys: [] },
)
const color = fc.option(fc.constantFrom('blue', 'green'))

const dashboardSteps = fc.oneof(
  {
    weight: 4,
    arbitrary: dashboardInput.map(
      (input): Step =>
        ({ dashboards }, id) =>
          dashboards.update(id, input),
    ),
  },
  {
    weight: 3,
    arbitrary: text.map(
      (body): Step =>
        ({ dashboards }, id) =>
          dashboards.createText(id, { body }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.record({ place: fc.nat(9), body: text, color }).map(
      ({ place, ...input }): Step =>
        (project, id) =>
          ofTile(project, id, place, (tileId) => project.dashboards.updateText(id, { tileId, ...input })),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.nat(9).map(
      (place): Step =>
        (project, id) =>
          ofTile(project, id, place, (tileId) => project.dashboards.deleteTile(id, tileId)),
    ),
  },
)

async function ofTile(project: EmbeddedProject, id: number, place: number, work: (tileId: number) => Promise<unknown>) {
  const { tiles } = await project.dashboards.get(id)
  const tile = tiles[place % Math.max(1, tiles.length)]
  return tile && work(tile.id)
}

const DASHBOARD_FIELDS = [
  ...['name', 'description', 'pinned', 'deleted', 'filters', 'variables', 'breakdownColors', 'dataColorThemeId'],
  ...['quickFilterIds', 'tags', 'restrictionLevel'],
]
const TILE_FIELDS = ['layouts', 'color', 'filtersOverrides', 'showDescription', 'transparentBackground']

const DASHBOARDS: LivingKind = {
  steps: dashboardSteps,
  begin: async ({ dashboards }) => (await dashboards.create({ name: 'New', useTemplate: 'DEFAULT_APP' })).id,
  all: ({ dashboards }) => dashboards.list({}, ALL),
  async now({ dashboards }, id) {
    const { tiles, ...dashboard } = await dashboards.get(id)
    const shown = tiles.map(({ insight, text: card, ...look }) => ({
      insightId: insight?.id ?? null,
      text: card && { id: card.id, body: card.body },
      ...picked(look, TILE_FIELDS),
    }))
    return { version: dashboard.version, state: { ...picked(dashboard, DASHBOARD_FIELDS), tiles: shown } }
  },
  async asOf(ctx, id, version) {
    return picked(await retrieveDashboardVersion(ctx, id, version), [...DASHBOARD_FIELDS, 'tiles'])
  },
  compare: compareDashboardVersions,
  list: listDashboardVersions,
  restore: restoreDashboardVersion,
}

function picked(value: object, names: readonly string[]): State {
  const values = new Map(Object.entries(value))
  return Object.fromEntries(names.map((name) => [name, values.get(name)]))
}

const FLAG_FIELDS = ['name', 'filters', 'active', 'archived', 'deleted', 'tags', 'owner']
const flagInput = fc.record(
  {
    name: text,
    filters: fc.record({ groups: fc.array(fc.record({ rollout_percentage: fc.nat(100) }), { maxLength: 3 }) }),
    active: fc.boolean(),
    archived: fc.boolean(),
    deleted: fc.boolean(),
    tags: fc.uniqueArray(fc.constantFrom('x', 'y', 'z')),
    owner: fc.constantFrom('', 'Anna'),
  },
  { requiredKeys: [] },
)
let keys = 0

const FLAGS: LivingKind = {
  steps: flagInput.map(
    (input): Step =>
      ({ flags }, id) =>
        flags.update(id, input),
  ),
  begin: async ({ flags }) => (await flags.create({ key: `lived-${keys++}` })).id,
  all: ({ flags }) => flags.list({}, ALL),
  async now({ flags }, id) {
    const flag = await flags.get(id)
    return { version: flag.version, state: picked(flag, FLAG_FIELDS) }
  },
  asOf: async (ctx, id, version) => picked(await retrieveFlagVersion(ctx, id, version), FLAG_FIELDS),
  compare: compareFlagVersions,
  list: listFlagVersions,
  restore: restoreFlagVersion,
}

const KINDS = { flag: FLAGS, cohort: COHORTS, dashboard: DASHBOARDS } as const
const KIND_NAMES = ['flag', 'cohort', 'dashboard'] as const

/** A record with its history, and the state of each version that was read at the time. */
export interface LivedRecord {
  readonly kind: keyof typeof KINDS
  readonly projectId: number
  readonly id: number
  readonly seen: ReadonlyMap<number, State>
}

/** The number of records in one project, so that it stays small. */
const RECORDS_OF_PROJECT = 20

/**
 * Runs this many random histories of a type, and compares each version with the state at the time. Returns those
 * states, for comparing them with a copy.
 */
export async function liveHistories(store: Store, kind: keyof typeof KINDS, numRuns: number): Promise<LivedRecord[]> {
  const deck = await createFlagdeck({ store, recordUsage: false })
  const newProject = async () => deck.project((await seedTenant(store)).project.id)
  let project = await newProject()
  const all: LivedRecord[] = []
  const { steps } = KINDS[kind]
  const restore = fc.nat(8).map(
    (back): Step =>
      async (at, id) => {
        const { version } = await KINDS[kind].now(at, id)
        return KINDS[kind].restore(at.context, id, Math.max(1, version - back))
      },
  )
  const life = fc.array(fc.oneof({ weight: 4, arbitrary: steps }, { weight: 1, arbitrary: restore }), {
    minLength: 1,
    maxLength: 14,
  })
  const live = async (happenings: readonly Step[]) => {
    if (all.length % RECORDS_OF_PROJECT === RECORDS_OF_PROJECT - 1) project = await newProject()
    all.push(await liveThrough(project, kind, happenings))
  }
  await fc.assert(fc.asyncProperty(life, live), { numRuns })
  await deck.close()
  return all
}

async function liveThrough(
  project: EmbeddedProject,
  kind: LivedRecord['kind'],
  happenings: readonly Step[],
): Promise<LivedRecord> {
  const living = KINDS[kind]
  const id = await living.begin(project)
  const seen = new Map<number, State>()
  const look = async () => {
    const { version, state } = await living.now(project, id)
    seen.set(version, state)
    return version
  }
  await look()
  for (const happen of happenings) {
    await unlessRefused(() => happen(project, id))
    await look()
  }
  const { context } = project
  const record = { kind, projectId: context.project.id, id, seen }
  await expectSeen(context, record)
  const [target = 1] = [...seen.keys()].slice(happenings.length % seen.size)
  const isBack = await unlessRefused(() => living.restore(context, id, target))
  const newest = await look()
  const differing = await living.compare(context, id, target, newest)
  expect(differing.length > 0).toBe(!isDeepStrictEqual(seen.get(target), seen.get(newest)))
  if (isBack) expect(differing).toEqual([])
  return record
}

/**
 * Runs this many random histories of a record of each type. A document that was exported in the middle is imported at
 * their end, which is an ordinary change. It is also imported into a new project, where a history starts.
 */
export async function expectImportsKept(store: Store, numRuns: number): Promise<void> {
  const deck = await createFlagdeck({ store, recordUsage: false })
  const newProject = async () => deck.project((await seedTenant(store)).project.id)
  const lives = fc.record(
    Object.fromEntries(KIND_NAMES.map((kind) => [kind, fc.array(KINDS[kind].steps, { minLength: 2, maxLength: 6 })])),
  )
  const live = async (stepsOf: Readonly<Record<string, readonly Step[]>>) => {
    const project = await newProject()
    const records = await Promise.all(
      KIND_NAMES.map(async (kind) => ({ kind, id: await KINDS[kind].begin(project), seen: new Map<number, State>() })),
    )
    const look = async () => {
      for (const { kind, id, seen } of records) {
        const { version, state } = await KINDS[kind].now(project, id)
        seen.set(version, state)
      }
    }
    const happen = async (from: number, to: number) => {
      for (const { kind, id } of records) {
        for (const step of stepsOf[kind]?.slice(from, to) ?? []) {
          await unlessRefused(() => step(project, id))
          await look()
        }
      }
    }
    await happen(0, 2)
    const document = await exportProject(project.context)
    await happen(2, 6)
    await unlessRefused(() => applyImport(project.context, document, {}))
    await look()
    const projectId = project.context.project.id
    for (const record of records) await expectSeen(project.context, { projectId, ...record })
    const other = await newProject()
    await applyImport(other.context, document, {})
    expect(JSON.stringify(await exportProject(other.context))).toBe(JSON.stringify(document))
    await expectWhole(other)
  }
  await fc.assert(fc.asyncProperty(lives, live), { numRuns })
  await deck.close()
}

/** Expects that every record of a project has a complete history, which ends with its current state. */
async function expectWhole(project: EmbeddedProject): Promise<void> {
  for (const living of Object.values(KINDS)) {
    for (const { id } of (await living.all(project)).items) {
      const { version, state } = await living.now(project, id)
      for (let n = 1; n <= version; n++) await living.asOf(project.context, id, n)
      expect(await living.asOf(project.context, id, version)).toEqual(state)
    }
  }
}

/** Compares every version of records with the state at the time, whichever database they are in now. */
export async function expectLivedRecords(store: Store, records: readonly LivedRecord[]): Promise<void> {
  const deck = await createFlagdeck({ store, recordUsage: false })
  for (const record of records) await expectSeen((await deck.project(record.projectId)).context, record)
  await deck.close()
}

async function expectSeen(ctx: ProjectContext, { kind, id, seen }: LivedRecord): Promise<void> {
  for (const [version, state] of seen)
    expect(await KINDS[kind].asOf(ctx, id, version), `version ${version}`).toEqual(state)
  const { items } = await KINDS[kind].list(ctx, id, { limit: 1000, offset: 0 })
  expect(items.map(({ version }) => version)).toEqual(items.map(({ version }) => version).toSorted((a, b) => b - a))
  expect(items.at(-1)).toMatchObject({ version: 1, verb: 'created' })
}

async function unlessRefused(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof DomainError && ['validation', 'not_found'].includes(error.kind)) return false
    throw error
  }
}
