import type { Store } from '@flagdeck/core'
import { authorizeInspection } from '@flagdeck/core/operations'
import { retrieveHealth } from '../endpoints/health.ts'
import { healthBody } from '../wire/health.ts'
import { inOrganization } from './scoped-handler.ts'

/**
 * The health of the service (SERVE-50), from the host's inspection. Without one, it checks whether the database
 * responds.
 */
export const healthRoutes = [
  inOrganization(retrieveHealth, async (organization, { context: { inspect } }) => {
    await authorizeInspection(organization)
    return healthBody(await (inspect?.() ?? inspectStore(organization.store)))
  }),
]

async function inspectStore(store: Store) {
  await store.ping()
  const pending = await store.pendingMigrations()
  const detail = pending.length === 0 ? 'all applied' : `not applied: ${pending.join(', ')}`
  return [
    { name: 'database', ok: true, detail: 'the database answers' },
    { name: 'migrations', ok: pending.length === 0, detail },
  ]
}
