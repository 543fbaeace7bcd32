import { expect, it } from 'vitest'
import type { NewWorld } from '../support/world.ts'

/** The health of the service: docs/behaviour/server.md. */
export function health(newWorld: NewWorld): void {
  it('SERVE-50 tells who runs an organization whether the database answers, and nobody else', async () => {
    const { owner, admin, member, keyOf, organization, project } = await newWorld()
    const url = `/api/organizations/${organization.id}/health/`
    const checks = [
      { name: 'database', ok: true, detail: 'the database answers' },
      { name: 'migrations', ok: true, detail: 'all applied' },
    ]
    for (const who of [owner, admin]) {
      expect(await who.get(url)).toMatchObject({ status: 200, body: { healthy: true, checks } })
    }
    expect((await member.get(url)).status).toBe(403)
    expect((await (await keyOf(owner, ['feature_flag:read'])).get(url)).status).toBe(403)
    const bound = await keyOf(owner, ['organization:read'], { projectIds: [project.id] })
    expect((await bound.get(url)).status).toBe(403)
  })
}
