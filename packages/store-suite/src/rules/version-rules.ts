import type { Store } from '@flagdeck/core'
import { newProjectRow, seedTenant } from '@flagdeck/core/fixtures'
import { TAGGED_VERSIONS, TAGS_GO_EVERY } from '@flagdeck/core/store'
import { expect } from 'vitest'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

export const versionRules: StoreRuleGroup = {
  title: 'versions of projects',
  about:
    'Version numbers repeat after a database is restored from a backup. Tags are random, so they do not repeat (SNAP-30).',
  rules: [
    storeRule('STORE-110', 'a new project has a tag, and every version has a different one', async ({ store }) => {
      const { organization, project } = await seedTenant(store)
      const other = await store.write((tx) => tx.projects.insert(newProjectRow({ organizationId: organization.id })))
      const tags = [await tagOf(store, project.id), await tagOf(store, other.id)]
      for (let n = 0; n < 3; n++) {
        await store.write((tx) => tx.projects.raiseVersion(project.id))
        tags.push(await tagOf(store, project.id))
      }
      for (const tag of tags) expect(tag).toMatch(/^[\w.-]{8,40}$/)
      expect(new Set(tags).size).toBe(tags.length)
    }),

    storeRule('STORE-111', 'a version that is rolled back and reached again has a different tag', async ({ store }) => {
      const { project } = await seedTenant(store)
      const before = await tagOf(store, project.id)
      let takenBack: string | null | undefined
      const attempt = store.write(async (tx) => {
        const version = await tx.projects.raiseVersion(project.id)
        takenBack = (await tx.projects.versions([project.id])).get(project.id)?.tag
        expect(takenBack).not.toBe(before)
        throw new Error(`version ${version} is not to be`)
      })
      await expect(attempt).rejects.toThrow('is not to be')
      expect(await tagOf(store, project.id)).toBe(before)
      await store.write((tx) => tx.projects.raiseVersion(project.id))
      expect([before, takenBack, null]).not.toContain(await tagOf(store, project.id))
    }),

    storeRule(
      'STORE-112',
      '`findTagged` returns a project with the tags of its version and of another version',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const sibling = await seedTenant(store)
        const first = await tagOf(store, project.id)
        await store.write((tx) => tx.projects.raiseVersion(project.id))
        const [version, tag] = [project.version + 1, await tagOf(store, project.id)]
        await store.read(async (tx) => {
          const found = { project: { ...project, version }, tag }
          const taggedSince = (since: number) => tx.projects.findTagged(project.id, since)
          expect(await taggedSince(project.version)).toEqual({ ...found, sinceTag: first })
          expect(await taggedSince(version)).toEqual({ ...found, sinceTag: tag })
          for (const since of [0, version + 1]) expect(await taggedSince(since)).toEqual({ ...found, sinceTag: null })
          expect(await tx.projects.findTagged(sibling.project.id + 1000, 1)).toBeUndefined()
        })
      },
    ),

    storeRule('STORE-113', 'the last thousand versions have tags, and much older ones do not', async ({ store }) => {
      const { project } = await seedTenant(store)
      const sibling = await seedTenant(store)
      const last = TAGGED_VERSIONS + 2 * TAGS_GO_EVERY
      await store.write(async (tx) => {
        for (let version = 0; version < last; ) version = await tx.projects.raiseVersion(project.id)
      })
      await store.read(async (tx) => {
        const tagAt = async (version: number) => (await tx.projects.findTagged(project.id, version))?.sinceTag
        for (const version of [last, last - 1, last - TAGGED_VERSIONS + 1])
          expect(await tagAt(version)).toBeTypeOf('string')
        for (const version of [1, 2, last - TAGGED_VERSIONS - TAGS_GO_EVERY]) expect(await tagAt(version)).toBeNull()
      })
      expect(await tagOf(store, sibling.project.id)).toBeTypeOf('string')
    }),

    storeRule('STORE-114', '`tagVersion` does not replace an existing tag', async ({ store }) => {
      const { project } = await seedTenant(store)
      await store.write((tx) => tx.projects.raiseVersion(project.id))
      const before = await store.read((tx) => tx.projects.findTagged(project.id, project.version))
      await store.write(async (tx) => {
        for (const version of [0, 1, 2]) await tx.projects.tagVersion(project.id, project.version + version)
        await tx.projects.tagVersion(project.id + 1000, 1)
      })
      expect(await store.read((tx) => tx.projects.findTagged(project.id, project.version))).toEqual(before)
      const ahead = await store.read((tx) => tx.projects.findTagged(project.id, project.version + 2))
      expect(ahead?.sinceTag).toBeNull()
    }),

    storeRule(
      'STORE-115',
      'a transaction that increments a version finds its tag, and the tag of the version before',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const first = await tagOf(store, project.id)
        await store.write(async (tx) => {
          const [version, found] = await Promise.all([
            tx.projects.raiseVersion(project.id),
            // This read starts together with the write, but runs after it.
            tx.projects.findRaised(project.id),
          ])
          const { tag } = (await tx.projects.versions([project.id])).get(project.id) ?? {}
          expect(tag).toEqual(expect.any(String))
          expect(found).toEqual({ project: { ...project, version }, tag, sinceTag: first })
          expect(await tx.projects.findRaised(project.id + 1000)).toBeUndefined()
        })
      },
    ),
  ],
}

async function tagOf(store: Store, projectId: number): Promise<string | null | undefined> {
  return (await store.read((tx) => tx.projects.versions([projectId]))).get(projectId)?.tag
}
