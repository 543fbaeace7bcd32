import { expect, it } from 'vitest'
import { Caller } from '../support/caller.ts'
import { EVERYBODY, type NewWorld } from '../support/world.ts'

const MANIFEST = '/openfeature/v0/manifest'

/** OpenFeature's manifest: docs/behaviour/types.md. */
export function manifest(newWorld: NewWorld): void {
  it('TYPES-8 lists every flag with its type and a default, for who may read definitions', async () => {
    const world = await newWorld()
    const { api, project } = world
    const variants = [{ key: 'blue', rollout_percentage: 100 }]
    await world.newFlag({ key: 'on', name: 'A switch' })
    await world.newFlag({ key: 'colour', filters: { ...EVERYBODY, multivariate: { variants } } })
    const configured = { ...EVERYBODY, payloads: { true: '{"a":1}' } }
    await world.newFlag({ key: 'limits', is_remote_configuration: true, filters: configured })
    const flags = [
      { key: 'colour', name: 'colour', type: 'string', description: null, defaultValue: 'blue' },
      { key: 'limits', name: 'limits', type: 'object', description: null, defaultValue: { a: 1 } },
      { key: 'on', name: 'on', type: 'boolean', description: 'A switch', defaultValue: false },
    ]
    const key = await world.keyOf(world.member, ['feature_flag:read'], { projectIds: [project.id] })
    const asked = [
      await key.get(MANIFEST),
      await new Caller(api, project.secretApiToken).get(MANIFEST),
      await world.member.get(`/api/projects/${project.id}${MANIFEST}`),
    ]
    for (const answer of asked) {
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({ flags })
      expect(answer.headers['x-manifest-capabilities']).toBe('read')
    }
    expect((await new Caller(api, project.apiToken).get(MANIFEST)).status).toBe(401)
    expect((await world.anonymous.get(MANIFEST)).status).toBe(401)
  })
}
