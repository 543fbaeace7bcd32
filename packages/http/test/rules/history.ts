import { expect, it } from 'vitest'
import { resultsOf } from '../support/api-response.ts'
import { EVERYBODY, type NewWorld } from '../support/world.ts'

/** Versions of flags over HTTP: docs/behaviour/history.md. */
export function history(newWorld: NewWorld): void {
  it('HIST-4 lists who made which version of a flag, when, and what it changed', async () => {
    const { owner, admin, flags, newFlag } = await newWorld()
    const { id } = await newFlag({ filters: EVERYBODY })
    await admin.patch(`${flags}${id}/`, { name: 'New', evaluation_runtime: 'server' })
    const answer = await owner.get(`${flags}${id}/versions/`)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ count: 2, next: null, previous: null })
    expect(resultsOf(answer)).toEqual([
      {
        version: 2,
        activity: 'updated',
        user: { first_name: 'admin', email: admin.user.email },
        fields: ['name', 'evaluation_runtime'],
        trigger: null,
        created_at: expect.any(String),
      },
      expect.objectContaining({ version: 1, activity: 'created', fields: [] }),
    ])
  })

  it('HIST-5 shows a flag as it was', async () => {
    const { owner, admin, flags, newFlag } = await newWorld()
    const { id, key } = await newFlag({ name: 'Old', filters: EVERYBODY, tags: ['a'] })
    await admin.patch(`${flags}${id}/`, { name: 'New', active: false })
    const { status, body } = await owner.get(`${flags}${id}/versions/1`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, key, name: 'Old', active: true, deleted: false, tags: ['a'], version: 1 })
    expect(body).toMatchObject({ is_historical: true, created_by: owner.user.id })
    expect(body).toMatchObject({ modified_by: { first_name: 'owner', email: owner.user.email } })
    expect(body.version_timestamp).toBe(body.created_at)
    expect((await owner.get(`${flags}${id}/versions/2/`)).body).toMatchObject({ name: 'New', is_historical: false })
  })

  it('HIST-5 answers 404 for a version that never was, or none', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const { id } = await newFlag()
    for (const version of ['0', '2', '-1', '1.5', 'x', '99999999999']) {
      const { status, body } = await owner.get(`${flags}${id}/versions/${version}/`)
      expect([status, body.code], version).toEqual([404, 'not_found'])
    }
    expect((await owner.get(`${flags}999999/versions/1/`)).status).toBe(404)
  })

  it('HIST-5 answers 422 for what nobody kept, and writes nothing', async () => {
    const { owner, flags, newFlag, project, api } = await newWorld()
    const { id } = await newFlag({ name: 'Old' })
    const { store } = api.deck.context
    const before = await store.read((tx) => tx.flags.find(project.id, id))
    if (!before) throw new Error('it was just made')
    // The write of an instance with an older release, which stores no history.
    const index = {
      searchText: '',
      keyLower: '',
      ownerLower: '',
      isMultivariate: false,
      isFullyRolledOut: true,
      structureBytes: 0,
    }
    await store.write((tx) => tx.flags.replace({ ...before, name: 'Untold', version: 2 }, index, 1))
    await owner.patch(`${flags}${id}/`, { name: 'New' })
    const versions = `${flags}${id}/versions/`
    for (const refused of [
      await owner.get(`${versions}1/`),
      await owner.get(`${versions}1/diff/`),
      await owner.post(`${versions}1/restore/`),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([422, 'history_incomplete'])
    }
    expect((await owner.get(`${versions}2/`)).body).toMatchObject({ name: 'Untold', version_timestamp: null })
    expect((await owner.get(`${flags}${id}/`)).body).toMatchObject({ name: 'New', version: 3 })
    expect((await owner.get(`${flags}${id}/activity/`)).body.total_count).toBe(2)
  })

  it('HIST-5 writes nothing when a version that never was shall be restored', async () => {
    const { owner, project, newFlag, flags } = await newWorld()
    const { id } = await newFlag()
    const projectPath = `/api/projects/${project.id}/`
    const cohort = await owner.post(`${projectPath}cohorts/`, { name: 'A', is_static: true })
    const dashboard = await owner.post(`${projectPath}dashboards/`, { name: 'A' })
    for (const thing of [
      `${flags}${id}/`,
      `${projectPath}cohorts/${cohort.body.id}/`,
      `${projectPath}dashboards/${dashboard.body.id}/`,
    ]) {
      const { status, body } = await owner.post(`${thing}versions/2/restore/`)
      expect([status, body.code], thing).toEqual([404, 'not_found'])
      expect((await owner.get(thing)).body).toMatchObject({ version: 1 })
    }
  })

  it('HIST-7 shows no payload of a flag that is encrypted, nor from when it was not', async () => {
    const { owner, flags, newFlag, project, api } = await newWorld()
    const { id } = await newFlag({ name: 'Old', filters: { ...EVERYBODY, payloads: { true: '"hunter1"' } } })
    await owner.patch(`${flags}${id}/`, { filters: { ...EVERYBODY, payloads: { true: '"hunter2"' } } })
    const { store } = api.deck.context
    await store.write(async (tx) => {
      const flag = await tx.flags.find(project.id, id)
      if (!flag) throw new Error('it was just made')
      const filters = { ...flag.filters, payloads: { true: '"flagdeck:sealed:1:hunter3"' } }
      const index = {
        searchText: '',
        keyLower: '',
        ownerLower: '',
        isMultivariate: false,
        isFullyRolledOut: true,
        structureBytes: 0,
      }
      await tx.flags.replace({ ...flag, hasEncryptedPayloads: true, filters }, index, 2)
    })
    const versions = `${flags}${id}/versions/`
    const answers = [
      await owner.get(versions),
      await owner.get(`${versions}1/`),
      await owner.get(`${versions}2/`),
      await owner.get(`${versions}1/diff/`),
      await owner.post(`${versions}1/restore/`),
      await owner.get(`${flags}${id}/activity/`),
      await owner.get(`/api/projects/${project.id}/activity_log/export/`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 400, 400, 200, 200])
    expect(answers.map(({ text }) => text).join()).not.toContain('hunter')
  })

  it('HIST-6 tells what differs between two versions, or between one and the newest', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const { id } = await newFlag({ name: 'Old' })
    await owner.patch(`${flags}${id}/`, { name: 'New' })
    await owner.patch(`${flags}${id}/`, { evaluation_runtime: 'server' })
    const changed = (from: number, query = '') => owner.get(`${flags}${id}/versions/${from}/diff${query}`)
    const named = { type: 'FeatureFlag', action: 'changed', field: 'name', before: 'Old', after: 'New' }
    expect((await changed(1, '?to=2')).body).toEqual({ changes: [named] })
    expect((await changed(1)).body).toMatchObject({ changes: [named, { field: 'evaluation_runtime' }] })
    expect((await changed(3)).body).toEqual({ changes: [] })
    expect((await changed(1, '?to=9')).status).toBe(404)
    expect((await changed(1, '?to=x')).body).toMatchObject({ code: 'invalid_input', attr: 'to' })
  })

  it('HIST-8 restores a version by a change like any other', async () => {
    const { owner, flags, newFlag, project, api } = await newWorld()
    const { id } = await newFlag({ name: 'Old' })
    await owner.patch(`${flags}${id}/`, { name: 'New', active: false })
    const stale = await owner.post(`${flags}${id}/versions/1/restore`, {}, { headers: { 'if-match': '"1"' } })
    expect([stale.status, stale.body.code]).toEqual([412, 'precondition_failed'])
    const { status, body, headers } = await owner.post(`${flags}${id}/versions/1/restore`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, name: 'Old', active: true, version: 3 })
    const stored = await api.deck.context.store.read((tx) => tx.projects.find(project.id))
    expect(headers['flagdeck-version']).toBe(String(stored?.version))
    const [entry] = resultsOf(await owner.get(`${flags}${id}/activity/`))
    expect(entry).toMatchObject({ activity: 'updated', detail: { trigger: { payload: { version: 1 } } } })
    expect((await owner.get(`${flags}${id}/versions/1/diff`)).body).toEqual({ changes: [] })
  })

  it('HIST-4 HIST-5 HIST-6 HIST-8 does the same of cohorts', async () => {
    const { owner, project } = await newWorld()
    const cohorts = `/api/projects/${project.id}/cohorts/`
    const made = await owner.post(cohorts, { name: 'Old', is_static: true })
    const versions = `${cohorts}${made.body.id}/versions/`
    await owner.patch(`${cohorts}${made.body.id}/`, { name: 'New' })
    expect(resultsOf(await owner.get(versions))).toMatchObject([{ version: 2, fields: ['name'] }, { version: 1 }])
    expect((await owner.get(`${versions}1/`)).body).toMatchObject({ name: 'Old', version: 1, is_historical: true })
    const difference = { changes: [{ field: 'name', before: 'Old', after: 'New' }] }
    expect((await owner.get(`${versions}1/diff`)).body).toMatchObject(difference)
    const { status, body } = await owner.post(`${versions}1/restore`)
    expect([status, body.name, body.version]).toEqual([200, 'Old', 3])
    expect((await owner.get(`${versions}9/`)).status).toBe(404)
  })

  it('HIST-4 HIST-5 HIST-6 HIST-8 does the same of dashboards, with what is on them', async () => {
    const { owner, project } = await newWorld()
    const dashboards = `/api/projects/${project.id}/dashboards/`
    const made = await owner.post(dashboards, { name: 'Old' })
    const dashboard = `${dashboards}${made.body.id}/`
    await owner.post(`${dashboard}create_text_tile/`, { body: 'Note' })
    await owner.patch(dashboard, { name: 'New', deleted: true })
    expect(resultsOf(await owner.get(`${dashboard}versions/`))).toMatchObject([
      { version: 3, activity: 'deleted', fields: ['name', 'deleted', 'tiles'] },
      { version: 2, fields: ['tiles'] },
      { version: 1, activity: 'created' },
    ])
    const was = { name: 'Old', deleted: false, version: 2, is_historical: true, tiles: [{ text: { body: 'Note' } }] }
    expect((await owner.get(`${dashboard}versions/2/`)).body).toMatchObject(was)
    expect((await owner.get(`${dashboard}versions/2/diff`)).body).toMatchObject({
      changes: [{ field: 'name' }, { field: 'deleted' }, { field: 'tiles', action: 'deleted' }],
    })
    const { status, body } = await owner.post(`${dashboard}versions/2/restore`)
    expect([status, body.name, body.version]).toEqual([200, 'Old', 4])
    expect(body.tiles).toMatchObject([{ text: { body: 'Note' } }])
    expect((await owner.get(`${dashboard}versions/9/`)).status).toBe(404)
  })

  it('HIST-12 exports the activity as lines of JSON, part by part', async () => {
    const { owner, flags, newFlag, project } = await newWorld()
    const { id } = await newFlag({ name: 'x'.repeat(60_000) })
    for (let n = 0; n < 40; n++) await owner.patch(`${flags}${id}/`, { name: `${n}`.repeat(30_000) })
    const lines: unknown[] = []
    let parts = 0
    for (let url: string | undefined = `/api/projects/${project.id}/activity_log/export/`; url; parts++) {
      const { status, headers, text } = await owner.get(url)
      expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson'])
      lines.push(
        ...(text ?? '')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line)),
      )
      url = /^<https?:\/\/[^/]*([^>]*)>; rel="next"$/.exec(headers.link ?? '')?.[1]
    }
    expect(parts).toBeGreaterThan(1)
    const newestFirst = resultsOf(await owner.get(`${flags}activity/?limit=1000`))
    expect(lines.slice(0, newestFirst.length)).toEqual(newestFirst.toReversed())
    const wrong = await owner.get(`/api/projects/${project.id}/activity_log/export/?after=x`)
    expect([wrong.status, wrong.body.attr]).toEqual([400, 'after'])
  })
}
