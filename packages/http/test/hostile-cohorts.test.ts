import type { JsonObject } from '@flagdeck/core'
import { expect, it } from 'vitest'
import { plainRequest } from '../src/rest/plain-request.ts'
import { measureBestTurns } from './support/longest-turn.ts'
import { sqliteWorld } from './support/sqlite-world.ts'

const LIMIT_MS = 50
/** Together with the cohort that they depend on, as many as a project may have (COHORT-33). */
const COHORTS = 1999

it('OUT-13 documents that change or delete thousands of cohorts keep nobody waiting', {
  timeout: 120_000,
}, async () => {
  const { api, owner, project } = await sqliteWorld()
  const headers = { authorization: `Bearer ${owner.key}` }
  const write = async (path: string, json: JsonObject) =>
    (await api.application.handle(plainRequest('POST', `/api/projects/${project.id}/${path}`, { headers, json })))
      .status
  const base = { name: 'base', filters: { properties: { key: 'plan', type: 'person', operator: 'is_set' } } }
  const others = (filter: JsonObject) =>
    Array.from({ length: COHORTS }, (_, at) => ({ name: `cohort ${at}`, filters: { properties: filter } }))
  const documentOf = (cohorts: readonly JsonObject[]) => ({ document: { flagdeck_export: 1, cohorts } })
  const plans: Readonly<Record<string, JsonObject>> = {
    'of others': documentOf([base, ...others({ key: 'id', type: 'cohort', value: 'base' })]),
    gone: { ...documentOf([]), prune: true },
  }
  expect(await write('import/', documentOf([base, ...others(base.filters.properties)]))).toBe(200)
  for (const [name, plan] of Object.entries(plans)) {
    const { longestMs } = await measureBestTurns(LIMIT_MS, async (at) => {
      // Concurrent writes would be refused after five seconds.
      const statuses = [write('import/?dry_run=true', plan), write('feature_flags/', { key: `${name.length}-${at}` })]
      expect(await Promise.all(statuses), name).toEqual([200, 201])
    })
    expect(longestMs, name).toBeLessThan(LIMIT_MS)
  }
})
