import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '@flagdeck/core'
import { newActivityRow } from '@flagdeck/core/fixtures'
import { readExport } from '@flagdeck/core/operations'
import { sqliteStore } from '@flagdeck/store-sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { openApi } from './support/api-under-test.ts'
import { measureBestTurns } from './support/longest-turn.ts'
import { buildWorld, type World } from './support/world.ts'

const LIMIT_MS = 50
/** The maximum size of filters. */
const STATE_LENGTH = 512 * 1024
const WRITTEN_AT_ONCE = 500

interface Step {
  readonly undo: JsonObject | null
  readonly before: JsonObject | null
}

/** A flag with many versions, written directly as if it had been edited that often. */
async function flagOf(versions: number, newest: JsonObject, stepTo: (version: number) => Step) {
  const directory = await mkdtemp(join(tmpdir(), 'flagdeck-histories-'))
  const store = sqliteStore(join(directory, 'flags.db'), { synchronous: 'normal' })
  onTestFinished(() => rm(directory, { recursive: true }))
  const api = await openApi({ store, dispose: async () => undefined })
  onTestFinished(() => api.close())
  const world = await buildWorld(api)
  const { id } = await world.newFlag()
  const { project } = world
  const index = {
    searchText: '',
    keyLower: '',
    ownerLower: '',
    isMultivariate: false,
    isFullyRolledOut: false,
    structureBytes: 0,
  }
  for (let from = 2; from <= versions; from += WRITTEN_AT_ONCE) {
    await store.write(async (tx) => {
      for (let version = from; version < Math.min(from + WRITTEN_AT_ONCE, versions + 1); version++) {
        const step = { version, walk: 0, ...stepTo(version) } as never // a delta is JSON
        await tx.activity.append(newActivityRow({ projectId: project.id, itemId: String(id), step }))
      }
    })
  }
  await store.write(async (tx) => {
    const flag = await tx.flags.find(project.id, id)
    if (flag) await tx.flags.replace({ ...flag, filters: newest as never, version: versions }, index, 1)
  })
  return { ...world, id }
}

/**
 * Reads versions, differences, pages and the export, and checks that none delays other requests for long. A restore
 * replays the whole history.
 */
async function expectBounded({ api, project, id }: World & { readonly id: number }, versions: number) {
  const { flags, context } = await api.deck.project(project.id)
  const middle = Math.floor(versions / 2)
  const reads: readonly (() => Promise<unknown>)[] = [
    ...[1, 2, middle, versions - 1].map((version) => () => flags.version(id, version)),
    () => flags.difference(id, 1, middle),
    () => flags.versions(id, { limit: 10, offset: middle }),
    () => flags.activity(id, { limit: 10, offset: versions - 11 }),
    () => readExport(context, { scope: 'FeatureFlag', place: middle }),
  ]
  for (const [place, read] of reads.entries()) {
    await read()
    const turns = await measureBestTurns(LIMIT_MS, read)
    expect(turns.longestMs, `read ${place}`).toBeLessThan(LIMIT_MS)
  }
  expect((await flags.restore(id, 1)).version).toBe(versions + 1)
  expect(await flags.difference(id, 1)).toEqual([])
}

const KEYS = 12_000

function manyKeys(): JsonObject {
  return Object.fromEntries(Array.from({ length: KEYS }, (_, n) => [`key${n}`, 'x'.repeat(30)]))
}

it('HIST-2 a flag of half a MiB that changed a little 10,000 times is read in bounded turns', {
  timeout: 300_000,
}, async () => {
  const groups = [{ rollout_percentage: 50, properties: [] }]
  const filters = { groups, free: manyKeys() }
  expect(JSON.stringify(filters).length).toBeLessThan(STATE_LENGTH)
  const stateAt = (version: number) => ({ ...filters, free: { ...filters.free, key7: version } })
  // The number of steps that stepTo allows before it stores the whole state.
  const between = Math.floor(JSON.stringify(filters).length / 180)
  const world = await flagOf(10_000, stateAt(10_000), (version) =>
    version % between === 0
      ? { undo: null, before: { ...EMPTY_STATE, filters: stateAt(version - 1) } }
      : { undo: { keys: { filters: { keys: { free: { keys: { key7: { set: version - 1 } } } } } } }, before: null },
  )
  await expectBounded(world, 10_000)
})

it('HIST-2 a flag of half a MiB that is another each time is read in bounded turns', { timeout: 300_000 }, async () => {
  const filtersAt = (version: number) => ({
    groups: [{ rollout_percentage: 50, properties: [] }],
    free: `${version} `.repeat(STATE_LENGTH / 8),
  })
  const world = await flagOf(300, filtersAt(300), (version) => ({
    undo: null,
    before: { ...EMPTY_STATE, filters: filtersAt(version - 1) },
  }))
  await expectBounded(world, 300)
})

/** The fields of a flag's version in addition to its filters. */
const EMPTY_STATE = {
  key: 'a',
  name: '',
  active: true,
  deleted: false,
  archived: false,
  ensureExperienceContinuity: false,
  rollbackConditions: null,
  performedRollback: null,
  tags: [],
  evaluationContexts: [],
  evaluationRuntime: 'all',
  bucketingIdentifier: 'distinct_id',
  isRemoteConfiguration: false,
  hasEncryptedPayloads: false,
  hasEnrichedAnalytics: false,
  owner: '',
  analyticsDashboardIds: [],
}
