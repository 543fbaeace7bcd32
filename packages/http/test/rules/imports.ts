import type { JsonObject } from '@flagdeck/core'
import { expect, it } from 'vitest'
import { resultsOf } from '../support/api-response.ts'
import { EVERYBODY, type NewWorld } from '../support/world.ts'

const document = (...flags: JsonObject[]) => ({ flagdeck_export: 1, flags })
const beta = (name: string) => ({ key: 'beta', name, filters: EVERYBODY })

async function worldWithImport(newWorld: NewWorld) {
  const world = await newWorld()
  const url = `/api/projects/${world.project.id}/import/`
  return { ...world, url, exportUrl: `/api/projects/${world.project.id}/export/` }
}

/** Documents of projects: docs/behaviour/portability.md. */
export function imports(newWorld: NewWorld): void {
  it('PORT-5 PORT-17 tells what a document would change, and changes it', async () => {
    const { owner, url, flags } = await worldWithImport(newWorld)
    await owner.post(flags, { key: 'old', filters: EVERYBODY })
    const sent = { document: document(beta('Beta')) }
    const planned = await owner.post(`${url}?dry_run=true`, sent)
    const changes = [{ action: 'create', kind: 'flag', name: 'beta', fields: [] }]
    expect(planned).toMatchObject({
      status: 200,
      body: { applied: false, changes, unchanged: 0, kept: [{ kind: 'flag', name: 'old' }], notes: [] },
    })
    expect((await owner.get(flags)).body.count).toBe(1)
    const done = await owner.post(url, { ...sent, plan: planned.body })
    expect(done).toMatchObject({ status: 200, body: { applied: true, changes } })
    expect(resultsOf(await owner.get(`${flags}?order=key`)).map(({ key, name }) => [key, name])).toContainEqual([
      'beta',
      'Beta',
    ])
    expect((await owner.post(url, sent)).body).toMatchObject({ applied: true, changes: [], unchanged: 1 })
    const renamed = await owner.post(`${url}?dry_run=true`, { document: document(beta('Renamed')), prune: true })
    expect(renamed.body.changes).toEqual([
      { action: 'update', kind: 'flag', name: 'beta', fields: [{ field: 'name', before: 'Beta', after: 'Renamed' }] },
      { action: 'delete', kind: 'flag', name: 'old', fields: [] },
    ])
  })

  it('PORT-3 PORT-17 takes back what was exported, and changes nothing', async () => {
    const { owner, url, exportUrl, newFlag } = await worldWithImport(newWorld)
    await newFlag()
    const { body } = await owner.get(exportUrl)
    expect((await owner.post(url, { document: body, prune: true })).body.changes).toEqual([])
  })

  it('PORT-5 is refused when the project has changed since it was planned', async () => {
    const { owner, url, flags } = await worldWithImport(newWorld)
    const sent = { document: document(beta('Beta')) }
    const plan = (await owner.post(`${url}?dry_run=true`, sent)).body
    const { body } = await owner.post(flags, { key: 'beta', filters: EVERYBODY })
    expect(await owner.post(url, { ...sent, plan })).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await owner.get(`${flags}${body.id}/`)).body).toMatchObject({ name: '', version: 1 })
  })

  it('PORT-7 PORT-17 names everything that is wrong with its place, and writes nothing', async () => {
    const { owner, url, flags } = await worldWithImport(newWorld)
    const wrong = { key: 'a b', filters: { groups: [{ rollout_percentage: 101 }] } }
    const { status, body } = await owner.post(url, { document: document(beta('Beta'), wrong) })
    expect([status, body.code]).toEqual([400, 'invalid_input'])
    expect(body.attr).toMatch(/^flags\[1\]/)
    expect((await owner.get(flags)).body.count).toBe(0)
    for (const sent of [
      {},
      { document: 5 },
      { document: document(), prune: 'x' },
      { document: document(), plan: [] },
    ]) {
      expect((await owner.post(url, sent)).status).toBe(400)
    }
  })

  it('PORT-9 PORT-17 takes the right to every change', async () => {
    const { owner, member, keyOf, url, newFlag } = await worldWithImport(newWorld)
    const key = await keyOf(owner, ['feature_flag:write'])
    const cohorts = { ...document(), cohorts: [{ name: 'Pros', is_static: true }] }
    expect((await key.post(url, { document: cohorts })).status).not.toBe(200)
    const reading = await keyOf(owner, ['feature_flag:read'])
    expect((await reading.post(`${url}?dry_run=true`, { document: document() })).status).toBe(403)
    await newFlag({ key: 'beta' })
    expect((await member.post(`${url}?dry_run=true`, { document: document() })).status).toBe(200)
  })

  it('PORT-9 PORT-17 names nothing that is kept to who may not read it', async () => {
    const { owner, keyOf, url, newFlag, project } = await worldWithImport(newWorld)
    await newFlag({ key: 'beta' })
    const made = {
      cohorts: { name: 'Secret cohort', is_static: true },
      dashboards: { name: 'Secret dashboard' },
      dashboard_templates: { template_name: 'Secret template', tiles: [{ type: 'TEXT', body: 'x', layouts: {} }] },
    }
    for (const [list, fields] of Object.entries(made)) {
      expect((await owner.post(`/api/projects/${project.id}/${list}/`, fields)).status).toBeLessThan(300)
    }
    const sent = { document: { ...document(), cohorts: [], dashboards: [], dashboard_templates: [] } }
    const keptFor = async (asker: typeof owner | Awaited<ReturnType<typeof keyOf>>) =>
      (await asker.post(`${url}?dry_run=true`, sent)).body.kept
    expect(await keptFor(owner)).toHaveLength(4)
    const key = await keyOf(owner, ['feature_flag:write', 'cohort:read'])
    expect(await keptFor(key)).toEqual([
      { kind: 'flag', name: 'beta' },
      { kind: 'cohort', name: 'Secret cohort' },
    ])
  })
}
