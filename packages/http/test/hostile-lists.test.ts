import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFlagdeck } from '@flagdeck/core'
import { newFlagIndex, newFlagRow } from '@flagdeck/core/fixtures'
import { sqliteStore } from '@flagdeck/store-sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { plainRequest } from '../src/rest/plain-request.ts'
import { openApi } from './support/api-under-test.ts'
import { measureBestTurns } from './support/longest-turn.ts'
import { buildWorld } from './support/world.ts'

const LIMIT_MS = 50
const FLAGS = 30
const CONDITION_SETS = 3000

it('OUT-13 what tells of many flags of half a MiB keeps nobody waiting', { timeout: 300_000 }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'flagdeck-lists-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const path = join(directory, 'flags.db')
  const store = sqliteStore(path, { synchronous: 'normal' })
  const limits = { maxProjectFiltersBytes: Number.POSITIVE_INFINITY }
  const api = await openApi({ store, dispose: async () => undefined }, undefined, limits)
  onTestFinished(() => api.close())
  const { owner, flags, project } = await buildWorld(api)
  const groups = Array.from({ length: CONDITION_SETS }, (_, at) => ({
    properties: [{ key: 'plan', type: 'person', operator: 'exact', value: [`v${at}`] } as const],
    rollout_percentage: 50,
  }))
  const ids = await store.write(async (tx) => {
    const inserted: number[] = []
    for (let at = 0; at < FLAGS; at++) {
      const row = newFlagRow({ projectId: project.id, key: `flag-${at}`, filters: { groups }, createdBy: null })
      inserted.push((await tx.flags.insert(row, newFlagIndex(row))).id)
    }
    return inserted
  })
  // Not with the caller, which would read the response in the same event-loop tick.
  const headers = { authorization: `Bearer ${owner.key}` }
  const read = (url: string) => api.application.handle(plainRequest('GET', url, { headers }))
  const tagAll = (tag: string) => {
    const json = { ids, action: 'set', tags: [tag] }
    return api.application.handle(plainRequest('POST', `${flags}bulk_update_tags/`, { headers, json }))
  }
  const askFirst = async () => {
    const deck = await createFlagdeck({ store: sqliteStore(path) })
    const { flags } = await deck.project(project.id)
    const found = flags.snapshot().keys.length
    await deck.close()
    return { status: found === FLAGS ? 200 : 404 }
  }
  // From now on, the project's snapshot is held in memory and follows each change.
  await api.deck.project(project.id)
  const steps: Readonly<Record<string, (at: number) => Promise<{ readonly status: number }>>> = {
    list: () => read(`${flags}?limit=1000`),
    'those of a person': () => read(`${flags}my_flags/?limit=1000`),
    manifest: () => read(`/api/projects/${project.id}/openfeature/v0/manifest`),
    'tags of all': (at) => tagAll(`tag-${at}`),
    'the first question about a project': askFirst,
  }
  for (const [name, step] of Object.entries(steps)) {
    await step(-1)
    const { longestMs } = await measureBestTurns(LIMIT_MS, async (at) => {
      expect((await step(at)).status, name).toBe(200)
    })
    expect(longestMs, name).toBeLessThan(LIMIT_MS)
  }
})
