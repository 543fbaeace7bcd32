import { describe, expect, it } from 'vitest'
import type { Store } from '../../data/store.ts'
import type { DashboardReader } from '../../data/tables/dashboard-table.ts'
import type { FlagReader } from '../../data/tables/flag-table.ts'
import { furnishedDeck } from '../../testing/portability/furnished-deck.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { createTemplate } from '../dashboards/templates/change-template.ts'
import { exportProject, exportProjectParts } from './export-project.ts'
import { exportText, exportTextParts } from './export-text.ts'

describe('exporting a project', () => {
  it('PORT-1 has no id, no time and nobody in it', async () => {
    const { context, owner } = await furnishedDeck()
    const text = exportText(await exportProject(context))
    expect(text).not.toMatch(/"(id|uuid|created_at|updated_at|created_by|version|last_\w+)":/)
    expect(text).not.toContain(owner.email)
    expect(text).not.toContain('gone')
  })

  it('PORT-1 names flags, cohorts, group types, roles and dashboards', async () => {
    const { context } = await furnishedDeck()
    const { flags, roles } = await exportProject(context)
    const conditions = [
      {
        properties: [
          { type: 'cohort', value: { name: 'Pros', number: 2 } },
          { type: 'flag', key: 'zz-base' },
        ],
      },
      { aggregation_group_type: 'company', properties: [{ key: 'seats', group_type: 'company' }] },
    ]
    expect(flags.find(({ key }) => key === 'rich')).toMatchObject({
      filters: { groups: conditions },
      roles: ['Design', 'Ops'],
      analytics_dashboards: ['Numbers'],
      usage_dashboard: true,
    })
    expect(roles.map(({ name }) => name)).toEqual(['Design', 'Ops'])
  })

  it('PORT-2 is the same text when it is written in parts', async () => {
    const { context } = await furnishedDeck()
    const document = await exportProject(context)
    expect([...exportTextParts(document)].join('')).toBe(exportText(document))
    const { load } = await exportProjectParts(context)
    const { parts, counts } = await load()
    expect([...parts].join('')).toBe(exportText(document))
    expect(counts).toMatchObject({ flags: document.flags.length, roles: 2 })
    const odd = { b: [], a: {}, c: [[], {}, 'x\ny', null], __proto__x: [[1, [2]]], d: 'a\nb', e: [{ g: [], f: 'q\n' }] }
    for (const each of [{}, odd]) expect([...exportTextParts(each)].join('')).toBe(exportText(each))
  })

  it('HTTP-99 reads and writes a large project a few flags at a time', async () => {
    const { context, flags } = await testDeck()
    const payloads = { true: JSON.stringify('x'.repeat(100_000)) }
    for (let n = 0; n < 10; n++) await flags.create({ key: `large-${n}`, filters: { groups: [{}], payloads } })
    for (let n = 0; n < 40; n++) await flags.create({ key: `small-${n}` })
    const limits: number[] = []
    const read: Store['read'] = (work) =>
      context.store.read((tx) => {
        const listLiveAfter: FlagReader['listLiveAfter'] = (projectId, key, limit) => {
          limits.push(limit)
          return tx.flags.listLiveAfter(projectId, key, limit)
        }
        return work({ ...tx, flags: { ...tx.flags, listLiveAfter } })
      })
    const { load } = await exportProjectParts({ ...context, store: { ...context.store, read } })
    const { parts } = await load()
    expect(limits).toEqual([3, 3, 3, 3, 3, 25, 25])
    expect([...parts].join('')).toBe(exportText(await exportProject(context)))
  })

  it('HTTP-106 counts all that it holds before it loads anything, and reads dashboards a few at a time', async () => {
    const { context, dashboards } = await testDeck()
    const empty = (await exportProjectParts(context)).bytes
    const tiles = [{ type: 'TEXT', body: 'x'.repeat(4000) }]
    await createTemplate(context, { templateName: 'template', tiles })
    const template = {
      template_name: 'd',
      dashboard_description: 'x'.repeat(60_000),
      dashboard_filters: {},
      tags: [],
      tiles,
    }
    for (let n = 0; n < 40; n++) await dashboards.createFromTemplate(template)
    const parts: number[] = []
    const read: Store['read'] = (work) =>
      context.store.read((tx) => {
        const findMany: DashboardReader['findMany'] = (projectId, ids) => {
          if (ids.length > 0) parts.push(ids.length)
          return tx.dashboards.findMany(projectId, ids)
        }
        return work({ ...tx, dashboards: { ...tx.dashboards, findMany } })
      })
    const { bytes, load } = await exportProjectParts({ ...context, store: { ...context.store, read } })
    expect(parts).toEqual([])
    const text = [...(await load()).parts].join('')
    expect(text).toBe(exportText(await exportProject(context)))
    expect(bytes - empty).toBeGreaterThan(40 * 64_000)
    expect(bytes).toBeGreaterThan(text.length)
    expect(Math.max(...parts)).toBeLessThan(10)
  })

  it('PORT-2 is the same text every time, with its keys in order', async () => {
    const { context } = await furnishedDeck()
    const text = exportText(await exportProject(context))
    expect(exportText(await exportProject(context))).toBe(text)
    expect(exportText(JSON.parse(text))).toBe(text)
    expect(exportText({ b: 1, a: { d: [{ f: 1, e: 2 }], c: 1 } })).toBe(
      '{\n  "a": {\n    "c": 1,\n    "d": [\n      {\n        "e": 2,\n        "f": 1\n      }\n    ]\n  },\n  "b": 1\n}\n',
    )
  })

  it('PORT-8 shows no encrypted payload unless that is asked for', async () => {
    const { context } = await furnishedDeck()
    const hidden = exportText(await exportProject(context))
    expect(hidden).toContain('********* (encrypted)')
    expect(hidden).not.toContain('hunter2')
    expect(hidden).not.toContain('sealed')
    expect(exportText(await exportProject(context, { withSecrets: true }))).toContain('hunter2')
    const withoutKey = exportProject({ ...context, payloadCipher: null }, { withSecrets: true })
    await expect(withoutKey).rejects.toThrow(/flag secret cannot be decrypted/)
  })

  it('PORT-9 takes the right to read flags, cohorts and dashboards', async () => {
    const deck = await furnishedDeck()
    const scopes = ['feature_flag:read', 'cohort:read', 'dashboard:read'] as const
    await exportProject(await deck.as(deck.member, { scopes }))
    for (const missing of scopes) {
      const context = await deck.as(deck.admin, { scopes: scopes.filter((scope) => scope !== missing) })
      await expect(exportProject(context)).rejects.toMatchObject({ kind: 'permission_denied' })
    }
  })
})
