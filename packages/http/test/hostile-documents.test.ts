import type { JsonObject } from '@flagdeck/core'
import { newFlagIndex, newFlagRow } from '@flagdeck/core/fixtures'
import { yieldToOthers } from '@flagdeck/core/store'
import { expect, it } from 'vitest'
import { plainRequest } from '../src/rest/plain-request.ts'
import { isParted } from '../src/rest/plain-response.ts'
import { sentPieces } from '../src/rest/sent-pieces.ts'
import { measureBestTurns } from './support/longest-turn.ts'
import { sqliteWorld } from './support/sqlite-world.ts'

const LIMIT_MS = 50
const FLAGS = 1900
/** With values of this length, the document is slightly smaller than the maximum of an import. */
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
  const exportUrl = `/api/projects/${project.id}/export/`
  const document = (await owner.get(exportUrl)).body as JsonObject
  const importInto = async (projectId: number, query = '') => {
    const { status } = await owner.post(`/api/projects/${projectId}/import/${query}`, { document })
    expect(status).toBe(200)
  }
  const exportInPieces = async () => {
    const headers = { authorization: `Bearer ${owner.key}` }
    const { body } = await api.application.handle(plainRequest('GET', exportUrl, { headers }))
    if (!isParted(body)) throw new Error('an export is sent in parts')
    for await (const _ of sentPieces(body.parts)) await yieldToOthers()
    body.release()
  }
  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    export: exportInPieces,
    'a plan of changing nothing': () => importInto(project.id, '?dry_run=true'),
    'a plan of making all': () => importInto(sister.id, '?dry_run=true'),
  }
  for (const [name, step] of Object.entries(steps)) {
    const { longestMs } = await measureBestTurns(LIMIT_MS, step)
    expect(longestMs, name).toBeLessThan(LIMIT_MS)
  }
})
