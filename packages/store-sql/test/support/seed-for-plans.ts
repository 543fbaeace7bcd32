import type { Store } from '@flagdeck/core'
import {
  insertFlag,
  newActivityRow,
  newPersonalApiKeyRow,
  newUserRow,
  type SeededTenant,
  seedTenant,
} from '@flagdeck/core/testing'

/** Two tenants with 300 flags, users, keys and entries in the log each; answers the second. */
export async function seedForPlans(store: Store): Promise<SeededTenant> {
  await seedTenantWithRows(store)
  return seedTenantWithRows(store)
}

async function seedTenantWithRows(store: Store): Promise<SeededTenant> {
  const tenant = await seedTenant(store)
  const projectId = tenant.project.id
  await store.write(async (tx) => {
    for (let n = 0; n < 300; n++) {
      await insertFlag(tx, { projectId, projectVersion: n })
      const user = await tx.users.insert(newUserRow())
      await tx.personalApiKeys.insert(newPersonalApiKeyRow({ user }))
      await tx.activity.append(newActivityRow({ projectId, itemId: String(n % 10) }))
    }
  })
  return tenant
}
