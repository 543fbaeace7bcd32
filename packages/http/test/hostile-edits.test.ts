import type { JsonObject } from '@flagdeck/core'
import { expect, it } from 'vitest'
import { measureBestTurns } from './support/longest-turn.ts'
import { sqliteWorld } from './support/sqlite-world.ts'

const LIMIT_MS = 50

function list<T>(length: number, item: (at: number) => T): T[] {
  return Array.from({ length }, (_, at) => item(at))
}

function conditionSet(at: number, rollout: number): JsonObject {
  const properties = [{ key: 'plan', type: 'person', operator: 'exact', value: [`v${at}`] }]
  return { properties, rollout_percentage: rollout }
}

const EVERYBODY = [{ properties: [], rollout_percentage: 100 }]

/** Filters of almost half a MiB, with one part from the arguments and one fixed part. */
const FILTERS: Readonly<Record<string, (mine: number, theirs: number) => JsonObject>> = {
  '3,000 condition sets': (mine, theirs) => ({
    groups: list(3000, (at) => conditionSet(at, at === 0 ? mine : at === 2999 ? theirs : 100)),
  }),
  '9,000 variants and payloads': (mine, theirs) => ({
    groups: EVERYBODY,
    multivariate: { variants: list(4500, (at) => ({ key: `v${at}`, rollout_percentage: at === 0 ? 100 : 0 })) },
    payloads: Object.fromEntries(list(4500, (at) => [`v${at}`, `${at === 0 ? mine : at === 4499 ? theirs : at}`])),
  }),
  'objects of other keys': (mine, theirs) => ({
    groups: [{ properties: [], rollout_percentage: mine }],
    theirs,
    free: list(15_000, (at) => ({ [`k${at}`]: 1 })),
  }),
}

it.each(Object.entries(FILTERS))('OUT-13 edits of %s keep nobody waiting', { timeout: 120_000 }, async (_, filters) => {
  const { owner, flags, newFlag } = await sqliteWorld()
  const { id, version: read } = await newFlag({ filters: filters(1, 1) })
  const url = `${flags}${id}/`
  let changes = 0
  const update = (more: JsonObject, mine: number, theirs: number) =>
    owner.patch(url, { ...more, filters: filters(mine, theirs) })
  const others = async () => {
    const { status, body } = await update({}, 1, 2 + (++changes % 90))
    expect(status).toBe(200)
    return body.version ?? null
  }
  const steps: Readonly<Record<string, (at: number) => Promise<unknown>>> = {
    create: async (at) => {
      const { status } = await owner.post(flags, { key: `made-${at}`, filters: filters(1, 1) })
      expect(status).toBe(201)
    },
    read: () => owner.get(url),
    update: others,
    'merge by what the client says it read': async (at) => {
      const { status } = await update({ version: read ?? null, original_flag: { filters: filters(1, 1) } }, 50 + at, 1)
      expect(status).toBe(200)
      await others()
    },
    'merge by history': async (at) => {
      const version = await others()
      await update({}, 1, 95)
      const { status } = await update({ version }, 50 + at, 2 + (changes % 90))
      expect(status).toBe(200)
    },
    conflict: async (at) => {
      const version = await others()
      await update({}, 1, 95)
      const { status } = await update({ version }, 1, 96 + (at % 4))
      expect(status).toBe(409)
    },
  }
  for (const [name, step] of Object.entries(steps)) {
    await step(40)
    const { longestMs } = await measureBestTurns(LIMIT_MS, step)
    expect(longestMs, name).toBeLessThan(LIMIT_MS)
  }
})
