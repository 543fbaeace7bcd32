import { expect, it } from 'vitest'
import { expectUnchanged, guardedPlace } from '../support/guarded-place.ts'
import { callAt, PLACED_ENDPOINTS } from '../support/place.ts'
import type { NewWorld } from '../support/world.ts'

/** A key opens what it was made for and nothing else, whichever endpoint is asked (HTTP-72). */
export function tenantDoors(newWorld: NewWorld, endpoints = PLACED_ENDPOINTS): void {
  const guardedFor = guardedPlace(newWorld)

  for (const endpoint of endpoints) {
    it(`PROJ-2 ${endpoint.operationId} refuses the key of another organization, and changes nothing`, async () => {
      const guarded = await guardedFor()
      const { world, own } = guarded
      const { status, text } = await callAt(world.outsider, endpoint, own)
      expect(status).toBe(403)
      expect(text).not.toContain('in-place')
      await expectUnchanged(guarded)
    })

    it(`PROJ-4 ${endpoint.operationId} refuses a key that is bound to another project or organization`, async () => {
      const guarded = await guardedFor()
      const { world, own } = guarded
      const { owner, foreign, sister, keyOf } = world
      const elsewhere = await keyOf(owner, ['*'], { organizationIds: [foreign.organization.id] })
      expect((await callAt(elsewhere, endpoint, own)).status).toBe(403)
      if (endpoint.path.includes('{project_id}')) {
        const bound = await keyOf(owner, ['*'], { projectIds: [sister.id] })
        expect((await callAt(bound, endpoint, own)).status).toBe(403)
      }
      await expectUnchanged(guarded)
    })
  }
}
