import type { Store } from '@flagdeck/core'
import { newDashboardTemplateRow, seedTenant, seedUser, type With } from '@flagdeck/core/fixtures'
import type { DashboardTemplate } from '@flagdeck/core/store'
import { expect } from 'vitest'
import { moment } from './moment.ts'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

export const dashboardTemplateRules: StoreRuleGroup = {
  title: 'dashboard templates',
  rules: [
    storeRule(
      'STORE-370',
      'an update replaces everything of a template except its id, project, creator and creation time',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const [creator, editor] = [await seedUser(store), await seedUser(store)]
        const template = await seedTemplate(store, { projectId: project.id, createdBy: creator })
        const other = await seedTemplate(store, { projectId: project.id })
        const changed: DashboardTemplate = { ...template, ...EVERYTHING_ELSE, createdBy: editor }
        await store.write((tx) => tx.dashboardTemplates.update(changed))
        await store.read(async (tx) => {
          const expected = { ...changed, createdBy: creator, createdAt: template.createdAt }
          expect(await tx.dashboardTemplates.find(project.id, template.id)).toEqual(expected)
          expect(await tx.dashboardTemplates.find(project.id, other.id)).toEqual(other)
        })
      },
    ),

    storeRule('STORE-371', 'an update of a template that does not exist creates none', async ({ store }) => {
      const { project } = await seedTenant(store)
      const template = await seedTemplate(store, { projectId: project.id })
      const missing = newDashboardTemplateRow({ projectId: project.id })
      await store.write((tx) => tx.dashboardTemplates.update(missing))
      await store.read(async (tx) => {
        expect(await tx.dashboardTemplates.find(project.id, missing.id)).toBeUndefined()
        expect(await tx.dashboardTemplates.list(project.id)).toEqual([template])
      })
    }),

    storeRule('STORE-372', 'live templates are counted, and ordered by the bytes of their names', async ({ store }) => {
      const { project } = await seedTenant(store)
      await seedTemplate(store, { projectId: (await seedTenant(store)).project.id })
      const names = ['b', 'a', '\u{1F600}', 'B', '\u{FF5E}', 'é', 'aa']
      const made = new Map<string, DashboardTemplate>()
      for (const templateName of names) {
        made.set(templateName, await seedTemplate(store, { projectId: project.id, templateName }))
      }
      await seedTemplate(store, { projectId: project.id, templateName: 'deleted', deleted: true })
      // Databases move an updated row behind the others.
      await store.write(async (tx) => {
        for (const name of ['a', 'B']) await tx.dashboardTemplates.update(made.get(name) ?? newRow(project.id))
      })
      await store.read(async (tx) => {
        const expected = ['B', 'a', 'aa', 'b', 'é', '\u{FF5E}', '\u{1F600}'].map((name) => made.get(name))
        expect(await tx.dashboardTemplates.list(project.id)).toEqual(expected)
        expect(await tx.dashboardTemplates.countLive(project.id)).toBe(7)
      })
    }),

    storeRule(
      'STORE-595',
      'outlines of live templates are ordered by name, each with the size of its texts and documents in bytes',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        await seedTemplate(store, { projectId: (await seedTenant(store)).project.id })
        const fields = {
          dashboardDescription: 'x'.repeat(65_000),
          imageUrl: 'é',
          tiles: [{ type: 'TEXT', body: '😀' }],
        }
        const large = await seedTemplate(store, { projectId: project.id, templateName: 'b', ...fields })
        const small = await seedTemplate(store, { projectId: project.id, templateName: 'B', isFeatured: true })
        await seedTemplate(store, { projectId: project.id, templateName: 'deleted', deleted: true })
        const expected = [small, large].map(({ id, templateName, scope, isFeatured, ...template }) => {
          const { dashboardDescription, dashboardFilters, imageUrl, tags, tiles, variables } = template
          const texts = [templateName, dashboardDescription, imageUrl ?? '']
          const documents = [dashboardFilters, tags, tiles, variables].map((document) => JSON.stringify(document))
          const bytes = utf8Bytes([...texts, ...documents].join(''))
          return { id, templateName, scope, isFeatured, bytes }
        })
        expect(await store.read((tx) => tx.dashboardTemplates.listOutlines(project.id))).toEqual(expected)
      },
    ),

    storeRule(
      'STORE-596',
      '`findMany` returns the requested templates that exist, deleted ones too, by name, each once',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const b = await seedTemplate(store, { projectId: project.id, templateName: 'b' })
        const a = await seedTemplate(store, { projectId: project.id, templateName: 'a', deleted: true })
        await seedTemplate(store, { projectId: project.id })
        const ids = [b.id, a.id, b.id, newRow(project.id).id]
        await store.read(async (tx) => {
          expect(await tx.dashboardTemplates.findMany(project.id, ids)).toEqual([a, b])
          expect(await tx.dashboardTemplates.findMany(project.id, [])).toEqual([])
        })
      },
    ),

    storeRule(
      'STORE-373',
      'the name of a deleted template can be used again; the deleted template can then not be restored',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const old = await seedTemplate(store, { projectId: project.id, templateName: 'reused' })
        await store.write((tx) => tx.dashboardTemplates.update({ ...old, deleted: true }))
        expect(await findLive(store, project.id, 'reused')).toBeUndefined()
        await seedTemplate(store, { projectId: project.id, templateName: 'reused', deleted: true })
        const fresh = await seedTemplate(store, { projectId: project.id, templateName: 'reused' })
        const other = await seedTemplate(store, { projectId: project.id })
        for (const template of [old, { ...other, templateName: 'reused' }]) {
          const write = store.write((tx) => tx.dashboardTemplates.update(template))
          await expect(write).rejects.toMatchObject({ constraint: 'dashboard_templates_live_name' })
        }
        expect(await findLive(store, project.id, 'reused')).toEqual(fresh)
        expect(await store.read((tx) => tx.dashboardTemplates.find(project.id, old.id))).toMatchObject({
          deleted: true,
        })
      },
    ),

    storeRule('STORE-374', 'template names are case-sensitive, and unique only within a project', async ({ store }) => {
      const [{ project }, other] = [await seedTenant(store), await seedTenant(store)]
      const upper = await seedTemplate(store, { projectId: project.id, templateName: 'Name' })
      const lower = await seedTemplate(store, { projectId: project.id, templateName: 'name' })
      const elsewhere = await seedTemplate(store, { projectId: other.project.id, templateName: 'name' })
      expect(await findLive(store, project.id, 'Name')).toEqual(upper)
      expect(await findLive(store, project.id, 'name')).toEqual(lower)
      expect(await findLive(store, project.id, 'NAME')).toBeUndefined()
      expect(await findLive(store, other.project.id, 'name')).toEqual(elsewhere)
    }),
  ],
}

/** Another value for every column. */
const EVERYTHING_ELSE = {
  templateName: 'Changed',
  dashboardDescription: 'changed',
  dashboardFilters: { date_from: '-7d' },
  tags: ['changed'],
  tiles: [{ type: 'TEXT', body: 'changed' }, {}],
  variables: [{ id: 'A' }],
  imageUrl: 'https://flagdeck.test/image.png',
  scope: 'feature_flag',
  isFeatured: true,
  deleted: true,
  createdAt: moment('2020-01-01'),
} as const satisfies Omit<DashboardTemplate, 'id' | 'projectId' | 'createdBy'>

function newRow(projectId: number): DashboardTemplate {
  return newDashboardTemplateRow({ projectId })
}

async function seedTemplate(store: Store, overrides: With<DashboardTemplate, 'projectId'>): Promise<DashboardTemplate> {
  const template = newDashboardTemplateRow(overrides)
  await store.write((tx) => tx.dashboardTemplates.insert(template))
  return template
}

function findLive(store: Store, projectId: number, templateName: string): Promise<DashboardTemplate | undefined> {
  return store.read((tx) => tx.dashboardTemplates.findLiveByName(projectId, templateName))
}

function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length
}
