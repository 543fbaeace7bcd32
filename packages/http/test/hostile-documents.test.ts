import type { JsonObject } from '@flagdeck/core'
import { newFlagIndex, newFlagRow } from '@flagdeck/core/testing'
import { expect, it } from 'vitest'
import { measureBestTurns } from './support/longest-turn.ts'
import { sqliteWorld } from './support/sqlite-world.ts'

const LIMIT_MS = 50
const FLAGS = 1900
/** So that the document of all is just below what an import takes. */
const VALUE_LENGTH = 3000

it('OUT-13 the document of a project as large as an import takes keeps nobody waiting', {
  timeout: 300_000,
}, async () => {
  const { api, owner, project, sister } = await sqliteWorld()
  await api.deck.context.store.write(async (tx) => {
    for (let at = 0; at < FLAGS; at++) {
      const properties = [{ key: 'plan', type: 'person', value: `${at}`.padEnd(VALUE_LENGTH, 'x') } as const]
      const filters = { groups: [{ properties, rollout_percentage: 50 }] }
      const row = newFlagRow({ projectId: project.id, key: `flag-${at}`, filters, createdBy: null })
      await tx.flags.insert(row, newFlagIndex(row))
    }
  })
  const read = () => owner.get(`/api/projects/${project.id}/export/`)
  const document = (await read()).body as JsonObject
  const importInto = async (projectId: number, query = '') => {
    const { status } = await owner.post(`/api/projects/${projectId}/import/${query}`, { document })
    expect(status).toBe(200)
  }
  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    export: read,
    'a plan of changing nothing': () => importInto(project.id, '?dry_run=true'),
    'a plan of making all': () => importInto(sister.id, '?dry_run=true'),
  }
  for (const [name, step] of Object.entries(steps)) {
    const { longestMs } = await measureBestTurns(LIMIT_MS, step)
    expect(longestMs, name).toBeLessThan(LIMIT_MS)
  }
})
