import type { JsonObject } from '@flagdeck/core'
import type { Scope } from '@flagdeck/core/store'
import { expect, it } from 'vitest'
import { Caller } from '../support/caller.ts'
import type { NewWorld } from '../support/world.ts'

const KEYS = '/api/personal_api_keys/'

/** Managing keys with keys: docs/behaviour/identity.md. */
export function personalApiKeys(newWorld: NewWorld): void {
  it('KEY-3 makes a key and shows its value once', async () => {
    const { api, member, organization, project, flags } = await newWorld()
    const made = await member.post(KEYS, {
      label: ' ci ',
      scopes: ['feature_flag:read', 'user:read'],
      scoped_teams: [project.id],
      expires_at: '2030-01-01T00:00:00Z',
    })
    expect(made.status).toBe(201)
    const { value, ...shown } = made.body
    expect(shown).toMatchObject({
      label: 'ci',
      scopes: ['feature_flag:read', 'user:read'],
      scoped_teams: [project.id],
      scoped_organizations: [organization.id],
      expires_at: '2030-01-01T00:00:00Z',
      last_used_at: null,
      user: { id: member.user.id },
    })
    const caller = new Caller(api, String(value))
    expect((await caller.get(flags)).status).toBe(200)
    expect((await caller.post(flags, { key: 'k' })).status).toBe(403)
    expect((await member.get(`${KEYS}${shown.id}/`)).text).not.toContain(String(value))
    expect((await caller.get(KEYS)).text).not.toContain('"label":"member"')
  })

  it('KEY-14 makes no key that opens more than the one it is made with', async () => {
    const { owner, project, sister, organization, foreign, keyOf } = await newWorld()
    const post = async (caller: Caller, fields: JsonObject) =>
      (await caller.post(KEYS, { label: 'x', scopes: ['user:read'], ...fields })).status
    const scopes: readonly Scope[] = ['user:write', 'feature_flag:read']
    const limited = await keyOf(owner, scopes, { projectIds: [project.id], expiresAt: '2026-06-01T00:00:00Z' })
    for (const fields of [
      { scopes: ['*'] },
      { scopes: ['feature_flag:write'] },
      { scoped_teams: [] },
      { scoped_teams: [project.id, sister.id] },
      { expires_at: null },
      { expires_at: '2026-06-01T00:00:01Z' },
    ]) {
      expect(await post(limited, fields), JSON.stringify(fields)).toBe(403)
    }
    expect(await post(limited, { scopes: ['feature_flag:read'] })).toBe(201)
    expect(await post(owner, { scoped_organizations: [] })).toBe(403)
    expect(await post(owner, { scoped_organizations: [organization.id] })).toBe(201)
    expect(await post(await keyOf(owner, ['*']), { scoped_organizations: [foreign.organization.id] })).toBe(400)
    expect(await post(await keyOf(owner, ['*']), { scoped_teams: [foreign.project.id] })).toBe(400)
    expect(await post(owner, { expires_at: '2020-01-01' })).toBe(400)
  })

  it('KEY-17 rotates and revokes a key at once', async () => {
    const { api, member, admin, flags } = await newWorld()
    const { body } = await member.post(KEYS, { label: 'ci', scopes: ['feature_flag:read'] })
    const old = new Caller(api, String(body.value))
    expect((await old.get(flags)).status).toBe(200)
    expect((await admin.post(`${KEYS}${body.id}/roll/`)).status).toBe(404)
    const rolled = await member.post(`${KEYS}${body.id}/roll/`)
    expect(rolled.status).toBe(200)
    expect(rolled.body).toMatchObject({ id: body.id, label: 'ci', scopes: ['feature_flag:read'] })
    const fresh = new Caller(api, String(rolled.body.value))
    expect([(await old.get(flags)).status, (await fresh.get(flags)).status]).toEqual([401, 200])
    expect((await admin.delete(`${KEYS}${body.id}/`)).status).toBe(404)
    expect((await member.delete(`${KEYS}${body.id}/`)).status).toBe(204)
    expect((await fresh.get(flags)).status).toBe(401)
    expect((await member.get(`${KEYS}${body.id}/`)).status).toBe(404)
  })

  it('KEY-14 rotates and revokes nothing that opens more', async () => {
    const { owner, keyOf } = await newWorld()
    const { body } = await owner.post(KEYS, { label: 'strong', scopes: ['*'] })
    const limited = await keyOf(owner, ['user:write'])
    expect((await limited.post(`${KEYS}${body.id}/roll/`)).status).toBe(403)
    expect((await limited.delete(`${KEYS}${body.id}/`)).status).toBe(403)
  })
}
