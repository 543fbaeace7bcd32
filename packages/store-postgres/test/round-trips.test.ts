import {
  createFlagdeck,
  type EmbeddedCohorts,
  type EmbeddedDashboards,
  type EmbeddedFlags,
  StoreUnavailable,
} from '@flagdeck/core'
import { seedCohort, seedTenant } from '@flagdeck/core/fixtures'
import { inProcessChangeBus } from '@flagdeck/core/store'
import { expect, it, onTestFinished } from 'vitest'
import { type FaultyProxy, startFaultyProxy } from '../../../test/services/faulty-proxy.ts'
import { describeOnNewestPostgres } from './support/describe-on-newest-postgres.ts'
import { databaseForTest, openForTest } from './support/open-for-test.ts'
import { countRoundTrips, type RoundTrips } from './support/round-trips.ts'

/** Longer than it takes to send the statements of one message. */
const FAR_AWAY_MS = 50
const MOST_ROUND_TRIPS = 3
const COHORT_ROUND_TRIPS = 5
const LONGEST_WRITE_MS = 3000
const NOT_DURING_A_TEST_MS = 3_600_000

/** A project as a member of its organization sees it. */
interface Scene {
  readonly proxy: FaultyProxy
  readonly roundTrips: RoundTrips
  readonly flags: EmbeddedFlags
  readonly cohorts: EmbeddedCohorts
  readonly dashboards: EmbeddedDashboards
  readonly flagId: number
  readonly cohortId: number
  /** Created from a template, with five insights. */
  readonly dashboardId: number
}

interface Write {
  readonly what: string
  readonly write: (scene: Scene) => Promise<unknown>
  readonly atMost?: number
}

const WRITES: readonly Write[] = [
  { what: 'creating a flag', write: ({ flags }) => flags.create({ key: 'new' }), atMost: 2 },
  {
    what: 'creating one that looks at a cohort and at another flag',
    write: ({ flags, cohortId, flagId }) =>
      flags.create({ key: 'new', filters: { groups: [{ properties: [inCohort(cohortId), asFlag(flagId)] }] } }),
  },
  { what: 'renaming a flag', write: ({ flags, flagId }) => flags.update(flagId, { name: 'New' }) },
  { what: 'giving it another key', write: ({ flags, flagId }) => flags.update(flagId, { key: 'new' }) },
  { what: 'turning it off', write: ({ flags, flagId }) => flags.update(flagId, { active: false }) },
  {
    what: 'changing its conditions',
    write: ({ flags, flagId }) => flags.update(flagId, { filters: { groups: [{ rollout_percentage: 5 }] } }),
  },
  {
    what: 'giving it a longer payload, which raises the size of the project',
    write: ({ flags, flagId }) => flags.update(flagId, { filters: { groups: [{}], payloads: { true: '"long"' } } }),
  },
  {
    what: 'changing one that others did not change since',
    write: ({ flags, flagId }) => flags.update(flagId, { active: false, version: 2 }),
  },
  {
    what: 'changing one that others changed since it was read, and saying how it was',
    write: ({ flags, flagId }) => flags.update(flagId, { active: false, version: 1, originalFlag: { active: true } }),
  },
  {
    what: 'changing one that others changed since, whose history says how it was',
    write: ({ flags, flagId }) => flags.update(flagId, { active: false, version: 1 }),
    atMost: MOST_ROUND_TRIPS + 1,
  },
  { what: 'deleting it', write: ({ flags, flagId }) => flags.update(flagId, { deleted: true }) },
  {
    what: 'creating a cohort',
    write: ({ cohorts }) => cohorts.create({ name: 'New', isStatic: true }),
    atMost: COHORT_ROUND_TRIPS,
  },
  {
    what: 'giving a cohort a longer description, which raises the size of the project',
    write: ({ cohorts, cohortId }) => cohorts.update(cohortId, { description: 'Longer' }),
    atMost: COHORT_ROUND_TRIPS,
  },
]

/** Five insights take as many round trips as one. */
const DASHBOARDS: readonly (Write & { readonly atMost: number })[] = [
  {
    what: 'making a dashboard from a template',
    write: ({ dashboards }) => dashboards.create({ useTemplate: 'DEFAULT_APP' }),
    atMost: 10,
  },
  {
    what: 'making a copy of one',
    write: ({ dashboards, dashboardId }) => dashboards.create({ useDashboard: dashboardId, duplicateTiles: true }),
    atMost: 12,
  },
  {
    what: 'looking at one',
    write: ({ dashboards, dashboardId }) => dashboards.get(dashboardId),
    atMost: 7,
  },
  {
    what: 'renaming one',
    write: ({ dashboards, dashboardId }) => dashboards.update(dashboardId, { name: 'New' }),
    atMost: 8,
  },
  {
    what: 'putting a text on one',
    write: ({ dashboards, dashboardId }) => dashboards.createText(dashboardId, { body: 'Text' }),
    atMost: 12,
  },
  {
    what: 'deleting one',
    write: ({ dashboards, dashboardId }) => dashboards.update(dashboardId, { deleted: true, deleteInsights: true }),
    atMost: 10,
  },
]

describeOnNewestPostgres('a PostgreSQL that is far away', (server) => {
  const scene = async (): Promise<Scene> => {
    const roundTrips = countRoundTrips()
    const proxy = await startFaultyProxy(await databaseForTest(server.url), roundTrips.makeTap)
    onTestFinished(() => proxy.dispose())
    const store = openForTest(proxy.url)
    const deck = await createFlagdeck({
      store,
      // Callers do not wait for announcements to other instances, nor for periodic work.
      bus: inProcessChangeBus(),
      checkIntervalMs: NOT_DURING_A_TEST_MS,
      usageFlushIntervalMs: NOT_DURING_A_TEST_MS,
    })
    onTestFinished(() => deck.close())
    const { user, project } = await seedTenant(store)
    const cohort = await seedCohort(store, { projectId: project.id })
    const { flags, cohorts, dashboards } = await deck.as(user).project(project.id)
    const { id } = await flags.create({ key: 'first' })
    // The first update finds out that it needs a transaction.
    await flags.update(id, { name: 'First' })
    const { id: dashboardId } = await dashboards.create({ useTemplate: 'DEFAULT_APP' })
    await dashboards.get(dashboardId)
    return { proxy, roundTrips, flags, cohorts, dashboards, flagId: id, cohortId: cohort.id, dashboardId }
  }

  const roundTripsOf = async (write: Write['write']): Promise<number> => {
    const asked = await scene()
    asked.proxy.delay(FAR_AWAY_MS)
    const before = asked.roundTrips.longest()
    await write(asked)
    return asked.roundTrips.longest() - before
  }

  it.each(WRITES)('WRITE-1 is asked a few times at most for $what', async ({ write, atMost = MOST_ROUND_TRIPS }) => {
    expect(await roundTripsOf(write)).toBeLessThanOrEqual(atMost)
  })

  it.each(DASHBOARDS)('WRITE-8 is asked $atMost times at most for $what', async ({ write, atMost }) => {
    expect(await roundTripsOf(write)).toBeLessThanOrEqual(atMost)
  })

  it('WRITE-3 answers nobody before the commit has come back, and asks for it once', async () => {
    const { proxy, roundTrips, flags, flagId } = await scene()
    proxy.delay(FAR_AWAY_MS)
    const before = roundTrips.longest()
    const update = flags.update(flagId, { name: 'New' }).then(
      () => 'answered',
      (error: unknown) => error,
    )
    await expect.poll(() => roundTrips.longest() - before, { interval: 1 }).toBe(2)
    proxy.cut()
    expect(await update).toBeInstanceOf(StoreUnavailable)
    proxy.delay(0)
    // The commit had not yet been delivered.
    expect(await flags.get(flagId)).toMatchObject({ name: 'First', version: 2 })
  })

  it('WRITE-2 answers in three seconds when what is asked takes 400 ms, and so does what is answered', async () => {
    const { proxy, flags, flagId } = await scene()
    proxy.delay(400)
    expect(await msOf(() => flags.create({ key: 'new' }))).toBeLessThan(LONGEST_WRITE_MS)
    expect(await msOf(() => flags.update(flagId, { name: 'New' }))).toBeLessThan(LONGEST_WRITE_MS)
  })

  it('WRITE-2 answers four writes of one project at once in three seconds when there and back takes 400 ms', async () => {
    const { proxy, flags, flagId } = await scene()
    const fourAtOnce = (round: number) => [
      flags.create({ key: `a-${round}` }),
      flags.create({ key: `b-${round}` }),
      flags.update(flagId, { active: round > 1 }),
      flags.create({ key: `c-${round}` }),
    ]
    // Each of them has an open connection afterwards.
    await Promise.all(fourAtOnce(1))
    proxy.delay(200)
    expect(await msOf(() => Promise.all(fourAtOnce(2)))).toBeLessThan(LONGEST_WRITE_MS)
  })
})

async function msOf(write: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await write()
  return performance.now() - startedAt
}

function inCohort(value: number) {
  return { key: 'id', type: 'cohort', value } as const
}

function asFlag(id: number) {
  return { key: String(id), type: 'flag', value: true, operator: 'flag_evaluates_to' } as const
}
