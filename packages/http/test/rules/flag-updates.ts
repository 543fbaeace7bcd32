import { newFlagIndex } from '@flagdeck/core/fixtures'
import { describe, expect, it, onTestFinished } from 'vitest'
import { EVERYBODY, type NewWorld } from '../support/world.ts'

/** Reading and changing flags over HTTP: docs/behaviour/flags.md. */
export function flagUpdates(newWorld: NewWorld): void {
  it('FLAG-20 leaves what is missing, empties what is null, and counts the version up', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const flag = await newFlag({ name: 'A name', tags: ['x'], ensure_experience_continuity: true })
    const renamed = await owner.patch(`${flags}${flag.id}/`, { name: 'Another' })
    expect(renamed.body).toEqual({ ...flag, name: 'Another', version: 2 })
    const emptied = await owner.patch(`${flags}${flag.id}/`, { ensure_experience_continuity: null, tags: [] })
    expect(emptied.body).toMatchObject({ ensure_experience_continuity: null, tags: [], version: 3 })
    expect((await owner.patch(`${flags}${flag.id}/`, {})).body.version).toBe(4)
  })

  it('FLAG-22 says who changed it and when', async () => {
    const { api, owner, admin, flags, newFlag } = await newWorld()
    const { id } = await newFlag()
    api.clock.advance(1500)
    onTestFinished(() => api.clock.advance(-1500))
    const { body } = await admin.patch(`${flags}${id}/`, { name: 'x' })
    expect(body).toMatchObject({ created_by: { id: owner.user.id }, last_modified_by: { id: admin.user.id } })
    expect(Date.parse(String(body.updated_at)) - Date.parse(String(body.created_at))).toBe(1500)
  })

  it('FLAG-21 merges the top-level keys of filters, each replaced whole', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const { id } = await newFlag({ filters: { groups: [{ rollout_percentage: 10 }], payloads: { true: '1' } } })
    const merged = await owner.patch(`${flags}${id}/`, { filters: { groups: [{ rollout_percentage: 20 }] } })
    expect(merged.body.filters).toMatchObject({ groups: [{ rollout_percentage: 20 }], payloads: { true: '1' } })
    const same = await owner.patch(`${flags}${id}/`, { filters: {} })
    expect(same.body.filters).toEqual(merged.body.filters)
  })

  it('FLAG-51 writes payloads of any JSON as text', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const { id } = await newFlag()
    const { body } = await owner.patch(`${flags}${id}/`, { filters: { payloads: { true: { a: [1] } } } })
    expect(body.filters).toMatchObject({ payloads: { true: '{"a":[1]}' } })
  })

  it('FLAG-26 turns a flag off and on', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const { id } = await newFlag({ performed_rollback: true })
    expect((await owner.patch(`${flags}${id}/`, { active: false })).body).toMatchObject({ active: false })
    const on = await owner.patch(`${flags}${id}/`, { active: true })
    expect(on.body).toMatchObject({ active: true, performed_rollback: false })
  })

  it('FLAG-19 takes rollback conditions that are an object, a list or null', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const { id } = await newFlag()
    for (const rollback_conditions of [{ a: { b: 1 } }, [{ threshold: 5 }], [], {}, null]) {
      const { body } = await owner.patch(`${flags}${id}/`, { rollback_conditions })
      expect(body.rollback_conditions).toEqual(rollback_conditions)
    }
    for (const rollback_conditions of ['text', '', 5, 0, true, false]) {
      const sent = { rollback_conditions }
      const answers = [await owner.patch(`${flags}${id}/`, sent), await owner.post(flags, { key: 'new', ...sent })]
      for (const { status, body } of answers) {
        expect(status).toBe(400)
        expect(body).toMatchObject({ code: 'invalid_input', attr: 'rollback_conditions' })
      }
    }
  })

  it('FLAG-28 conflicts with a deletion that the client did not see', async () => {
    const { owner, member, flags, newFlag } = await newWorld()
    const flag = await newFlag({ name: 'original' })
    await member.patch(`${flags}${flag.id}/`, { deleted: true })
    const { status, body } = await owner.patch(`${flags}${flag.id}/`, { name: 'mine', version: 1, original_flag: flag })
    expect(status).toBe(409)
    expect(body).toMatchObject({ type: 'server_error', code: 'conflict', attr: null })
    expect((await owner.get(`${flags}${flag.id}/`)).body).toMatchObject({ name: 'original', deleted: true, version: 2 })
  })

  it('FLAG-29 mends the conditions of a flag whose payloads are wrong, and says what still is', async () => {
    const { api, owner, project, flags, newFlag } = await newWorld()
    const { id } = await newFlag({ filters: { ...EVERYBODY, payloads: { true: '1' } } })
    await api.deck.context.store.write(async (tx) => {
      const stored = await tx.flags.find(project.id, id)
      if (!stored) return
      const damaged = { ...stored, filters: { ...stored.filters, payloads: { x: '{' } }, version: 2 }
      await tx.flags.update(damaged, newFlagIndex(stored), 1)
    })
    const { status, body } = await owner.patch(`${flags}${id}/`, { filters: { groups: [{ rollout_percentage: 5 }] } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      filters: { groups: [{ rollout_percentage: 5 }], payloads: { x: '{' } },
      warnings: [
        { code: 'cross_field.payload_key_not_true', attr: 'filters', detail: expect.any(String) },
        { code: 'structural.payloads.invalid_payload_json', attr: 'filters', detail: expect.any(String) },
      ],
    })
    expect((await owner.patch(`${flags}${id}/`, { filters: { payloads: { x: '{' } } })).body).toHaveProperty('warnings')
    expect((await owner.patch(`${flags}${id}/`, { filters: { payloads: { y: '{' } } })).status).toBe(400)
    const mended = await owner.patch(`${flags}${id}/`, { filters: { payloads: null } })
    expect(mended.body).not.toHaveProperty('warnings')
  })

  it('FLAG-92 refuses a broken change and writes nothing of it', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const flag = await newFlag()
    const { status } = await owner.patch(`${flags}${flag.id}/`, { name: 'New name', active: 'perhaps' })
    expect(status).toBe(400)
    expect((await owner.get(`${flags}${flag.id}/`)).body).toEqual(flag)
  })

  it('HTTP-10 answers 404 for an unknown id, an id of another project and an id that is none', async () => {
    const { owner, outsider, foreign, flags } = await newWorld()
    const away = await outsider.post(`/api/projects/${foreign.project.id}/feature_flags/`, { key: 'k' })
    expect(away.status).toBe(201)
    for (const id of ['0', '2147483647', '99999999999', '-1', 'abc', '1.5', '%31x', 'null', String(away.body.id)]) {
      const notFound = { type: 'invalid_request', code: 'not_found', detail: 'Not found.', attr: null }
      expect((await owner.get(`${flags}${id}/`)).body, id).toEqual(notFound)
      expect((await owner.patch(`${flags}${id}/`, { name: 'x' })).body, id).toEqual(notFound)
      expect((await owner.put(`${flags}${id}/`, { key: 'x' })).body, id).toEqual(notFound)
    }
  })

  it('HTTP-60 wants the key for PUT, and otherwise changes like PATCH', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const flag = await newFlag({ name: 'Stays' })
    const refused = await owner.put(`${flags}${flag.id}/`, { name: 'x' })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ code: 'required', attr: 'key', detail: 'This field is required.' })
    const { status, body } = await owner.put(`${flags}${flag.id}/`, { key: 'renamed' })
    expect(status).toBe(200)
    expect(body).toEqual({ ...flag, key: 'renamed', version: 2 })
  })

  it('FLAG-12 renames a flag, but not to a key that is taken', async () => {
    const { owner, flags, newFlag } = await newWorld()
    await newFlag({ key: 'taken' })
    const { id } = await newFlag({ key: 'mine' })
    expect((await owner.patch(`${flags}${id}/`, { key: 'taken' })).body).toMatchObject({ code: 'unique', attr: 'key' })
    expect((await owner.patch(`${flags}${id}/`, { key: 'mine' })).status).toBe(200)
    expect((await owner.patch(`${flags}${id}/`, { key: 'free' })).body.key).toBe('free')
  })

  describe('when two people edit', () => {
    it('FLAG-23 answers 409 when both changed a field since the version that was read', async () => {
      const { owner, admin, flags, newFlag } = await newWorld()
      const original = await newFlag({ name: 'Before' })
      await admin.patch(`${flags}${original.id}/`, { name: 'By the admin' })
      const { status, body } = await owner.patch(`${flags}${original.id}/`, {
        name: 'By the owner',
        version: original.version,
        original_flag: original,
      })
      expect(status).toBe(409)
      expect(body).toEqual({
        type: 'server_error',
        code: 'conflict',
        detail:
          `The feature flag was updated by ${admin.user.email} since you started editing it. ` +
          'Please refresh and try again.',
        attr: null,
        extra: {
          conflict: {
            version: 2,
            paths: ['name'],
            base: { name: 'Before' },
            theirs: { name: 'By the admin' },
            mine: { name: 'By the owner' },
          },
        },
      })
      expect((await owner.get(`${flags}${original.id}/`)).body).toMatchObject({ name: 'By the admin', version: 2 })
    })

    it('FLAG-25 lets a stale form change what nobody else did, and undoes nothing', async () => {
      const { owner, admin, flags, newFlag } = await newWorld()
      const original = await newFlag({ name: 'Before', filters: EVERYBODY })
      await admin.patch(`${flags}${original.id}/`, { name: 'By the admin' })
      const form = { ...original, tags: ['new'], version: original.version, original_flag: original }
      const { status, body } = await owner.patch(`${flags}${original.id}/`, form)
      expect(status).toBe(200)
      expect(body).toMatchObject({ name: 'By the admin', tags: ['new'], version: 3 })
    })

    it('FLAG-23 lets both write the same, and cannot tell without the version that was read', async () => {
      const { owner, admin, flags, newFlag } = await newWorld()
      const original = await newFlag({ name: 'Before' })
      await admin.patch(`${flags}${original.id}/`, { name: 'Same' })
      const same = { name: 'Same', version: 1, original_flag: original }
      expect((await owner.patch(`${flags}${original.id}/`, same)).status).toBe(200)
      const stale = await owner.patch(`${flags}${original.id}/`, { name: 'Stale', version: 1 })
      expect(stale.status).toBe(409)
      const blind = await owner.patch(`${flags}${original.id}/`, { name: 'Blind', original_flag: original })
      expect(blind.body).toMatchObject({ name: 'Blind', version: 4 })
    })

    it('FLAG-23 finds conflicts inside the filters too, whatever form they were sent in', async () => {
      const { owner, admin, flags, newFlag } = await newWorld()
      const original = await newFlag({ filters: { groups: [{ rollout_percentage: 10 }] } })
      await admin.patch(`${flags}${original.id}/`, { filters: { groups: [{ rollout_percentage: 20 }] } })
      const change = (percentage: number) => ({
        filters: { groups: [{ rollout_percentage: percentage }] },
        version: 1,
        original_flag: { filters: { groups: [{ rollout_percentage: 10 }] } },
      })
      expect((await owner.patch(`${flags}${original.id}/`, change(30))).status).toBe(409)
      expect((await owner.patch(`${flags}${original.id}/`, change(20))).status).toBe(200)
    })
  })

  describe('with If-Match', () => {
    it('HTTP-69 answers the version as an entity tag on retrieve and on writes', async () => {
      const { owner, flags } = await newWorld()
      const created = await owner.post(flags, { key: 'k', filters: { groups: [{}] } })
      expect(created.headers.etag).toMatch(/^W\/"1-[0-9a-f]{16}"$/)
      const url = `${flags}${created.body.id}/`
      expect((await owner.get(url)).headers.etag).toBe(created.headers.etag)
      const changed = await owner.patch(url, { name: 'x' })
      expect(changed.headers.etag).toMatch(/^W\/"2-[0-9a-f]{16}"$/)
      expect((await owner.get(url)).headers.etag).toBe(changed.headers.etag)
    })

    it('HTTP-69 answers 304 to whoever has the flag as it is shown, and to nobody else', async () => {
      const { api, owner, member, newRole, flags } = await newWorld({ defaultLevel: 21 })
      const { body } = await owner.post(flags, { key: 'k' })
      const url = `${flags}${body.id}/`
      const { etag = '' } = (await member.get(url)).headers
      const again = (tag: string) => member.get(url, { headers: { 'if-none-match': tag } })
      for (const tag of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
        const { status, text, headers } = await again(tag)
        expect({ status, text, etag: headers.etag }, tag).toEqual({ status: 304, text: null, etag })
      }
      for (const tag of ['"1"', 'W/"1"', '"2"']) expect((await again(tag)).status, tag).toBe(200)
      // This changes the representation of the flag, but not its version.
      const role = await newRole(21, [member])
      expect((await owner.post(`${url}role_access/`, { role_id: role.id })).status).toBe(201)
      const editable = await again(etag)
      expect([editable.status, editable.body.version, editable.body.can_edit]).toEqual([200, 1, true])
      api.clock.advance(31 * 86_400_000)
      onTestFinished(() => api.clock.advance(-31 * 86_400_000))
      expect((await again(editable.headers.etag ?? '')).status).toBe(200)
    })

    it('HTTP-69 takes the tag of an answer for If-Match, strong or weak, whatever else it stands for', async () => {
      const { owner, flags, newFlag } = await newWorld()
      const { id } = await newFlag()
      const url = `${flags}${id}/`
      const change = async (tag: string) => owner.patch(url, { name: tag }, { headers: { 'if-match': tag } })
      const { etag: first = '' } = (await owner.get(url)).headers
      const second = await change(first)
      expect(second.status).toBe(200)
      expect((await change(first)).status).toBe(412)
      expect((await change(second.headers.etag?.slice(2) ?? '')).status).toBe(200)
      expect((await change('W/"3-0123456789abcdef"')).status).toBe(200)
      expect((await change('"4-"')).status).toBe(412)
    })

    const stale = [
      '"1"',
      '1',
      'W/"1"',
      '"1", "7"',
      '"abc"',
      '""',
      'abc',
      '"2x"',
      '-2',
      '"02.0"',
      '99999999999999999999',
    ]
    for (const tag of stale) {
      it(`HTTP-69 refuses a write with 412 when the flag is not at ${tag}`, async () => {
        const { owner, flags, newFlag } = await newWorld()
        const { id } = await newFlag()
        const url = `${flags}${id}/`
        await owner.patch(url, { name: 'Second' })
        const { status, body } = await owner.patch(url, { name: 'Third' }, { headers: { 'if-match': tag } })
        expect(status).toBe(412)
        expect(body).toMatchObject({ type: 'invalid_request', code: 'precondition_failed', attr: null })
        expect((await owner.put(url, { key: 'k' }, { headers: { 'if-match': tag } })).status).toBe(412)
        expect((await owner.get(url)).body).toMatchObject({ name: 'Second', version: 2 })
      })
    }

    for (const tag of ['"1"', '1', 'W/"1"', '1-ab', '*', ' "1" ', '"7", "1"', 'W/"3",W/"1"']) {
      it(`HTTP-69 lets a write through when the flag is at ${tag}`, async () => {
        const { owner, flags, newFlag } = await newWorld()
        const { id } = await newFlag()
        const { status } = await owner.patch(`${flags}${id}/`, { name: 'x' }, { headers: { 'if-match': tag } })
        expect(status).toBe(200)
      })
    }

    it('FLAG-24 lets exactly one of many through that change the same version', async () => {
      const { owner, flags, newFlag } = await newWorld()
      const { id } = await newFlag()
      const headers = { 'if-match': '"1"' }
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => owner.patch(`${flags}${id}/`, { name: `${index}` }, { headers })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(412)])
    })
  })

  it('HTTP-62 carries the project version of every write in Flagdeck-Version, each higher than the last', async () => {
    const { owner, flags } = await newWorld()
    const created = await owner.post(flags, { key: 'k' })
    const patched = await owner.patch(`${flags}${created.body.id}/`, { name: 'x' })
    const put = await owner.put(`${flags}${created.body.id}/`, { key: 'k' })
    const versions = [created, patched, put].map(({ headers }) => Number(headers['flagdeck-version']))
    expect(versions[0]).toBeGreaterThan(1)
    expect(versions).toEqual([versions[0], Number(versions[0]) + 1, Number(versions[0]) + 2])
  })

  it('FLAG-90 lets exactly one of many create a key', async () => {
    const { owner, flags } = await newWorld()
    const answers = await Promise.all(Array.from({ length: 10 }, () => owner.post(flags, { key: 'race' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(400)])
    expect((await owner.get(flags)).body.count).toBe(1)
  })
}
