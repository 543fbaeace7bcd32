import { describe, expect, it } from 'vitest'
import { Caller } from '../support/caller.ts'
import { EVERYBODY, type NewWorld, type World } from '../support/world.ts'

const FRONTEND = '/api/frontend'
const ADA = { user: { key: 'ada', custom: { plan: 'pro' } } }

const publicOf = ({ api, project }: World) => new Caller(api, project.apiToken)

/** A world with flags for all users, and for users on the plan `pro`. */
async function worldWithFlags(newWorld: NewWorld) {
  const world = await newWorld()
  await world.newFlag({ key: 'all', filters: EVERYBODY })
  const plan = { key: 'plan', type: 'person', value: 'pro', operator: 'exact' }
  await world.newFlag({ key: 'paying', filters: { groups: [{ properties: [plan] }] } })
  await world.newFlag({ key: 'half', filters: { groups: [{ rollout_percentage: 50 }] } })
  await world.newFlag({ key: 'servers', evaluation_runtime: 'server', filters: EVERYBODY })
  const ask = async (query: string) => {
    const { body } = await publicOf(world).get(`${FRONTEND}?${query}`)
    return (body.toggles as unknown as { name: string }[]).map(({ name }) => name) // validated against its schema
  }
  return { ...world, ask }
}

/** Clients of other services, for which the server evaluates flags: docs/behaviour/protocols.md. */
export function otherServices(newWorld: NewWorld): void {
  describe('Unleash', () => {
    it('PROTO-60 knows somebody by userId, else by sessionId, and what else is said of them', async () => {
      const { ask } = await worldWithFlags(newWorld)
      const halves = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(`userId=u${n}`)))
      expect(halves.flat().filter((name) => name === 'half').length).toBeGreaterThan(0)
      expect(halves.every((names) => names.includes('all'))).toBe(true)
      const again = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(`sessionId=u${n}&userId=`)))
      expect(again).toEqual(halves)
      expect(await ask('userId=ada&properties[plan]=pro')).toContain('paying')
      expect(await ask('userId=ada&plan=pro')).toContain('paying')
      expect(await ask('userId=ada&plan=pro&properties[plan]=free')).not.toContain('paying')
      expect(await ask('')).toContain('all')
    })

    it('PROTO-60 tells whoever has the public token of no flag for servers', async () => {
      const { ask, project, anonymous } = await worldWithFlags(newWorld)
      expect(await ask('userId=ada')).not.toContain('servers')
      const headers = { authorization: project.secretApiToken }
      expect((await anonymous.get(`${FRONTEND}?userId=ada`, { headers })).text).toContain('"servers"')
    })

    it('PROTO-60 counts nothing for asking, and takes a body that says nothing', async () => {
      const world = await worldWithFlags(newWorld)
      for (const json of [{}, { context: 5 }, { context: { userId: [], properties: 'x' } }]) {
        expect((await publicOf(world).post(FRONTEND, json)).status).toBe(200)
      }
      await world.api.deck.context.usage.flush()
      const query = { measure: 'evaluations', period: 'day', from: '2000-01-01', until: '3000-01-01', by: ['flagKey'] }
      expect(
        await world.api.deck.context.store.read((tx) => tx.usageCounts.sum(world.project.id, query as never)),
      ).toEqual([])
    })

    it('PROTO-60 is 401 without a key, and with one of nobody', async () => {
      const { anonymous } = await worldWithFlags(newWorld)
      expect((await anonymous.get(FRONTEND)).status).toBe(401)
      expect((await anonymous.get(FRONTEND, { headers: { authorization: 'phc_nobody' } })).status).toBe(401)
      expect((await anonymous.get('/api/client/features')).status).toBe(401)
    })

    it('PROTO-63 is told by a server SDK’s own address what to use in its place', async () => {
      const { status, body } = await publicOf(await newWorld()).get('/api/client/features')
      expect([status, body.code]).toEqual([501, 'not_implemented'])
      expect(body.detail).toContain('/api/frontend')
    })

    it('PROTO-61 is not sent again what it has', async () => {
      const world = await worldWithFlags(newWorld)
      const { headers } = await publicOf(world).get(`${FRONTEND}?userId=ada`)
      const again = { headers: { 'if-none-match': String(headers.etag) } }
      expect((await publicOf(world).get(`${FRONTEND}?userId=ada`, again)).status).toBe(304)
      expect((await publicOf(world).get(`${FRONTEND}?userId=ada&plan=pro`, again)).status).toBe(200)
    })
  })

  describe('GO Feature Flag', () => {
    it('PROTO-65 gets one flag, with the caller’s default where there is no value', async () => {
      const world = await worldWithFlags(newWorld)
      const one = async (key: string, json: object) =>
        (await publicOf(world).post(`/v1/feature/${key}/eval`, json as never)).body
      expect(await one('paying', ADA)).toMatchObject({ value: true, failed: false, reason: 'TARGETING_MATCH' })
      const newer = { evaluationContext: { key: 'ada', custom: { plan: 'pro' } } }
      expect(await one('paying', newer)).toMatchObject({ value: true, errorCode: '' })
      expect(await one('nope', { ...ADA, defaultValue: 'mine' })).toMatchObject({
        value: 'mine',
        failed: true,
        errorCode: 'FLAG_NOT_FOUND',
        variationType: 'SdkDefault',
      })
    })

    it('PROTO-65 gets all flags that are meant for it', async () => {
      const world = await worldWithFlags(newWorld)
      const { body } = await publicOf(world).post('/v1/allflags', ADA)
      expect(body.valid).toBe(true)
      expect(Object.keys(body.flags as object).sort()).toEqual(['all', 'half', 'paying'])
      expect(body.flags).toMatchObject({ all: { value: true, variationType: 'true', errorCode: '' } })
    })

    it('PROTO-73 is told by the addresses of its in-process mode what to use instead', async () => {
      const world = await newWorld()
      const { status, body } = await publicOf(world).post('/v1/flag/configuration', { flags: [] })
      expect([status, body.code]).toEqual([501, 'not_implemented'])
      expect(body.detail).toContain('remote')
      expect((await world.anonymous.post('/v1/flag/configuration', {})).status).toBe(401)
      for (const path of ['/ws/v1/flag/change?apiKey=phc_x', '/stream/v1/ws/flag/change']) {
        const refused = await world.anonymous.get(path)
        expect([refused.status, refused.body.code]).toEqual([501, 'not_implemented'])
        expect(refused.body.detail).toContain('OFREP')
      }
    })

    it('PROTO-65 is 400 without somebody, and 401 without a key', async () => {
      const world = await worldWithFlags(newWorld)
      for (const json of [{}, { user: {} }, { user: { key: 5 } }]) {
        const { status, body } = await publicOf(world).post('/v1/feature/all/eval', json)
        expect([status, body.type]).toEqual([400, 'validation_error'])
      }
      expect((await world.anonymous.post('/v1/allflags', ADA)).status).toBe(401)
    })
  })
}
