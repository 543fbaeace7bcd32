import { expect, it } from 'vitest'
import { resultsOf } from '../support/api-response.ts'
import { EVERYBODY, type NewWorld } from '../support/world.ts'

/** Deleting and restoring flags over HTTP: docs/behaviour/flags.md. */
export function flagDeletion(newWorld: NewWorld): void {
  it('FLAG-13 deletes by PATCH: the flag leaves the list and can still be read', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const { id, key } = await newFlag()
    const deleted = await owner.patch(`${flags}${id}/`, { deleted: true })
    expect(deleted.status).toBe(200)
    expect(deleted.body).toMatchObject({ deleted: true, active: true, key, status: 'DELETED' })
    expect((await owner.get(flags)).body.count).toBe(0)
    expect((await owner.get(`${flags}${id}/`)).body).toEqual(deleted.body)
  })

  it('FLAG-15 restores by PATCH', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const { id, key } = await newFlag()
    await owner.patch(`${flags}${id}/`, { deleted: true })
    const { status, body } = await owner.patch(`${flags}${id}/`, { deleted: false })
    expect(status).toBe(200)
    expect(body).toMatchObject({ deleted: false, key, version: 3 })
    expect(resultsOf(await owner.get(flags))).toEqual([body])
  })

  it('FLAG-14 frees the key: the old flag becomes a tombstone that still answers', async () => {
    const { owner, flags } = await newWorld()
    const old = await owner.post(flags, { key: 'again', name: 'old' })
    await owner.patch(`${flags}${old.body.id}/`, { deleted: true })
    const fresh = await owner.post(flags, { key: 'again', name: 'new' })
    expect(fresh.status).toBe(201)
    const tombstone = await owner.get(`${flags}${old.body.id}/`)
    expect(tombstone.body).toMatchObject({ deleted: true, name: 'old', key: `again:deleted:${old.body.id}` })
    expect(resultsOf(await owner.get(flags)).map(({ id }) => id)).toEqual([fresh.body.id])
  })

  it('FLAG-15 restores a tombstone under its key when that is free, else with a number behind it', async () => {
    const { owner, flags } = await newWorld()
    const [first, second] = [await owner.post(flags, { key: 'k' }), undefined]
    await owner.patch(`${flags}${first.body.id}/`, { deleted: true })
    const holder = await owner.post(flags, { key: 'k' })
    const beside = await owner.patch(`${flags}${first.body.id}/`, { deleted: false })
    expect(beside.body).toMatchObject({ key: 'k-2', deleted: false })
    await owner.patch(`${flags}${beside.body.id}/`, { deleted: true })
    await owner.patch(`${flags}${holder.body.id}/`, { deleted: true })
    const third = await owner.post(flags, { key: 'k' })
    await owner.patch(`${flags}${third.body.id}/`, { key: 'elsewhere' })
    const back = await owner.patch(`${flags}${holder.body.id}/`, { deleted: false })
    expect(back.body.key).toBe('k')
    expect(second).toBeUndefined()
  })

  it('FLAG-15 gives the key back that only another deleted flag holds', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const first = await newFlag({ key: 'k' })
    await owner.patch(`${flags}${first.id}/`, { deleted: true })
    const second = await newFlag({ key: 'k' })
    await owner.patch(`${flags}${second.id}/`, { deleted: true })
    const back = await owner.patch(`${flags}${first.id}/`, { deleted: false })
    expect(back.body).toMatchObject({ key: 'k', deleted: false })
    const other = await owner.get(`${flags}${second.id}/`)
    expect(other.body).toMatchObject({ key: `k:deleted:${second.id}`, deleted: true })
  })

  it('FLAG-14 lets a flag be renamed to the key of a deleted one', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const gone = await newFlag({ key: 'wanted' })
    await owner.patch(`${flags}${gone.id}/`, { deleted: true })
    const { id } = await newFlag({ key: 'other' })
    const { status, body } = await owner.patch(`${flags}${id}/`, { key: 'wanted' })
    expect(status).toBe(200)
    expect(body.key).toBe('wanted')
  })

  it('FLAG-62 refuses to delete or disable a flag that others depend on, and names them', async () => {
    const { owner, flags, newFlag } = await newWorld()
    const base = await newFlag({ key: 'base' })
    const property = { key: String(base.id), type: 'flag', operator: 'flag_evaluates_to', value: true }
    const dependent = await newFlag({ key: 'dependent', filters: { groups: [{ properties: [property] }] } })
    for (const change of [{ deleted: true }, { active: false }]) {
      const { status, body } = await owner.patch(`${flags}${base.id}/`, change)
      expect(status).toBe(400)
      expect(body).toMatchObject({ code: 'invalid_input', attr: null })
      expect(body.detail).toContain(`dependent (ID: ${dependent.id})`)
    }
  })

  it('HTTP-67 HTTP-113 does not delete by DELETE: 405 with Allow and what to send instead, for any id', async () => {
    const { owner, outsider, foreign, flags, newFlag } = await newWorld()
    const { id } = await newFlag()
    const away = await outsider.post(`/api/projects/${foreign.project.id}/feature_flags/`, { key: 'k' })
    for (const any of [id, away.body.id, 0, 2147483648, '99999999999999999999', 'abc', '%F0%9F%98%80']) {
      for (const slash of ['/', '']) {
        const { status, body, headers } = await owner.delete(`${flags}${any}${slash}`)
        expect(status, String(any)).toBe(405)
        expect(body).toEqual({
          type: 'invalid_request',
          code: 'method_not_allowed',
          detail: 'DELETE does not delete a flag. Send PATCH with {"deleted": true}.',
          attr: null,
        })
        expect(headers.allow).toBe('GET, PATCH, PUT, HEAD, OPTIONS')
      }
    }
    expect((await owner.get(`${flags}${id}/`)).body).toMatchObject({ deleted: false, version: 1 })
  })

  it('HTTP-67 answers 401 and 403 before the 405 of DELETE', async () => {
    const { anonymous, owner, outsider, flags, keyOf } = await newWorld()
    expect((await anonymous.delete(`${flags}1/`)).status).toBe(401)
    expect((await outsider.delete(`${flags}1/`)).status).toBe(403)
    const reader = await keyOf(owner, ['feature_flag:read'])
    expect((await reader.delete(`${flags}1/`)).status).toBe(403)
  })

  it('FLAG-12 creates a deleted flag when asked to, without taking the key', async () => {
    const { owner, flags } = await newWorld()
    const first = await owner.post(flags, { key: 'k', deleted: true, filters: EVERYBODY })
    expect(first.body).toMatchObject({ deleted: true, key: 'k' })
    expect((await owner.post(flags, { key: 'k' })).status).toBe(201)
  })
}
