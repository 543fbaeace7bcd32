import { describe, expect, it } from 'vitest'
import { furnishedDeck } from '../../testing/portability/furnished-deck.ts'
import { exportProject } from './export-project.ts'
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
    const odd = { b: [], a: {}, c: [[], {}, 'x\ny', null], __proto__x: [[1, [2]]], d: 'a\nb', e: [{ g: [], f: 'q\n' }] }
    for (const each of [{}, odd]) expect([...exportTextParts(each)].join('')).toBe(exportText(each))
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
