import { expect, it } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { guardedPlace, unchangedBy } from '../support/guarded-place.ts'
import { callAt, PLACED_ENDPOINTS } from '../support/place.ts'
import type { NewWorld } from '../support/world.ts'

/** A key gives access only to what it was created for, at every endpoint (HTTP-72). */
export function tenantDoors(newWorld: NewWorld, endpoints = PLACED_ENDPOINTS): void {
  const guardedFor = guardedPlace(newWorld)

  for (const endpoint of endpoints) {
    it(`PROJ-2 ${endpoint.operationId} refuses the key of another organization, and changes nothing`, async () => {
      const guarded = await guardedFor()
      const { world, own } = guarded
      const { status, text } = await unchangedBy(guarded, () => callAt(world.outsider, endpoint, own))
      expect(status).toBe(403)
      expect(text).not.toContain('in-place')
    })

    it(`PROJ-4 ${endpoint.operationId} refuses a key that is bound to another project or organization`, async () => {
      const guarded = await guardedFor()
      const { world, own, ownersKey } = guarded
      const { foreign, sister } = world
      const expectRefused = async (key: Caller) => {
        const { status } = await unchangedBy(guarded, () => callAt(key, endpoint, own))
        expect(status).toBe(403)
      }
      const elsewhere = await ownersKey(['*'], { organizationIds: [foreign.organization.id] })
      await expectRefused(elsewhere)
      if (endpoint.path.includes('{project_id}')) {
        const bound = await ownersKey(['*'], { projectIds: [sister.id] })
        await expectRefused(bound)
      }
    })
  }
}
