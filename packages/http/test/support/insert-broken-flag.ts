import { insertFlag } from '@flagdeck/core/fixtures'
import type { World } from './world.ts'

/** Inserts an invalid flag directly into the store: it depends on a cohort that does not exist. */
export async function insertBrokenFlag({ api, project }: World, key: string): Promise<void> {
  const { store, snapshots } = api.deck.context
  const properties = [{ key: 'id', type: 'cohort', operator: 'in', value: 999_999_999 }] as const
  const version = await store.write(async (tx) => {
    const projectVersion = await tx.projects.raiseVersion(project.id)
    await insertFlag(tx, { projectId: project.id, key, filters: { groups: [{ properties }] }, projectVersion })
    return projectVersion
  })
  await snapshots.announce({ projectId: project.id, version })
}
