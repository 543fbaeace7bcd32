import type { SeededTenant } from '@flagdeck/core/fixtures'
import type { ProjectVersion } from '@flagdeck/core/store'
import { type SqlDriver, sqlStore } from '@flagdeck/store-sql'
import { expect } from 'vitest'
import { firstReleaseStore } from './first-release-store.ts'

/**
 * Verifies the tags of a migrated database of the first release, and the effect of a server of that release on them.
 */
export async function expectTagsAfterUpgrade(driver: SqlDriver, { project }: SeededTenant): Promise<void> {
  const store = sqlStore(driver)
  const newest = async (): Promise<ProjectVersion | undefined> =>
    (await store.read((tx) => tx.projects.versions([project.id]))).get(project.id)
  const migrated = await newest()
  expect(migrated?.tag, 'of what was there before').toEqual(expect.any(String))
  const version = await firstReleaseStore(driver).write((tx) => tx.projects.raiseVersion(project.id))
  expect(await newest(), 'raised by the first release').toEqual({ version, tag: null })
  const since = await store.read((tx) => tx.projects.findTagged(project.id, version - 1))
  expect(since).toMatchObject({ project: { version }, tag: null, sinceTag: migrated?.tag })
  await store.write(async (tx) => {
    await tx.projects.tagVersion(project.id, version - 1)
    await tx.projects.tagVersion(project.id, version + 1)
  })
  expect(await newest(), 'asked for others').toEqual({ version, tag: null })
  await store.write((tx) => tx.projects.tagVersion(project.id, version))
  const tagged = await newest()
  expect(tagged).toEqual({ version, tag: expect.any(String) })
  await store.write((tx) => tx.projects.tagVersion(project.id, version))
  expect(await newest(), 'tagged twice').toEqual(tagged)
}
