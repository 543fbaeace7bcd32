import { describe, expect, it } from 'vitest'
import { IdempotentRequest } from '../../runtime/idempotency/idempotent-request.ts'
import { emptyDeck, fileOf, furnishedDeck, withFlag } from '../../testing/portability/furnished-deck.ts'
import { type TestDeck, testDeck } from '../../testing/test-deck.ts'
import { exportProject } from './export-project.ts'
import { exportText } from './export-text.ts'
import { applyImport, planImport } from './import-project.ts'

const SLOW = { notCalledDays: 90, neverCalledDays: 14, rolledOutDays: null }

describe('importing a project', () => {
  it('IDEM-13 is not answered again to a member who may not edit its flags any more', async () => {
    const { context, deck, member, organization, project } = await testDeck()
    const fileWith = (name: string) => ({ flagdeck_export: 1, flags: [{ key: 'a', name }] })
    await applyImport(context, fileWith('before'))
    const asMember = async (key: string) => {
      const { context: ctx } = await deck.as(member).project(project.id)
      const idempotency = new IdempotentRequest(ctx, { key, fingerprint: 'same' })
      return { ...ctx, idempotency }
    }
    const first = await applyImport(await asMember('k1'), fileWith('after'))
    expect(first.changes).toHaveLength(1)
    expect(await applyImport(await asMember('k1'), fileWith('after'))).toEqual(first)
    await applyImport(context, fileWith('before'))
    await (await deck.organization(organization.id)).update({ defaultFlagAccessLevel: 21 })
    for (const key of ['k2', 'k1']) {
      const refused = applyImport(await asMember(key), fileWith('after'))
      await expect(refused).rejects.toMatchObject({ kind: 'permission_denied' })
    }
  })

  it('PORT-3 of its own export changes nothing', async () => {
    const { context, project, store } = await furnishedDeck()
    const { version } = (await store.read((tx) => tx.projects.find(project.id))) ?? {}
    for (const withSecrets of [false, true]) {
      const document = await exportProject(context, { withSecrets })
      const plan = await applyImport(context, fileOf(document), { prune: true })
      expect(plan).toMatchObject({ changes: [], kept: [], notes: [] })
      const { flags, cohorts, roles, dashboards, dashboard_templates } = document
      const listed = [flags, cohorts, roles, dashboards, dashboard_templates].map(({ length }) => length)
      expect(plan.unchanged).toBe(listed.reduce((sum, length) => sum + length, 0))
    }
    expect((await store.read((tx) => tx.projects.find(project.id)))?.version).toBe(version)
  })

  it('PORT-4 into an empty project makes the same, to the byte', async () => {
    const { context } = await furnishedDeck({
      project: { timezone: 'Asia/Tokyo', propertyMatchingVersion: 1 },
    })
    const document = await exportProject(context, { withSecrets: true })
    const target = await emptyDeck()
    await applyImport(target.context, fileOf(document))
    expect(exportText(await exportProject(target.context, { withSecrets: true }))).toBe(exportText(document))
    expect(await applyImport(target.context, fileOf(document))).toMatchObject({ changes: [] })
    const told = await target.store.read((tx) =>
      tx.activity.list(target.project.id, { scope: 'Project' }, { limit: 9, offset: 0 }),
    )
    expect(told.items.flatMap(({ detail }) => detail.changes.map(({ field }) => field))).toContain(
      'propertyMatchingVersion',
    )
  })

  it('PORT-16 has the rule of staleness, and leaves of it what the document does not say', async () => {
    const { context, project, store } = await testDeck({ project: { staleness: SLOW } })
    const exported = { not_called_days: 90, never_called_days: 14, rolled_out_days: null }
    expect((await exportProject(context)).project.staleness).toEqual(exported)
    const document = { flagdeck_export: 1, project: { staleness: { not_called_days: null, rolled_out_days: 60 } } }
    const after = { ...exported, not_called_days: null, rolled_out_days: 60 }
    const { changes } = await applyImport(context, document)
    expect(changes).toMatchObject([{ kind: 'project', fields: [{ field: 'staleness', before: exported, after }] }])
    const stored = await store.read((tx) => tx.projects.find(project.id))
    expect(stored?.staleness).toEqual({ notCalledDays: null, neverCalledDays: 14, rolledOutDays: 60 })
    expect(await applyImport(context, document)).toMatchObject({ changes: [] })
    expect(await applyImport(context, { flagdeck_export: 1, project: {} })).toMatchObject({ changes: [] })
  })

  it('PORT-4 makes flags that answer the same', async () => {
    const source = await furnishedDeck()
    const target = await emptyDeck()
    await applyImport(target.context, fileOf(await exportProject(source.context, { withSecrets: true })))
    for (let n = 0; n < 200; n++) {
      const subject = {
        distinctId: `user-${n}`,
        properties: { plan: n % 2 ? 'pro' : 'free' },
        groups: { company: `c${n}` },
      }
      const answers = ({ flags }: TestDeck) =>
        flags
          .evaluateAll(subject)
          .map(({ key, variant, enabled }) => [key, variant, enabled])
          .sort()
      expect(answers(target)).toEqual(answers(source))
    }
  })

  it('PORT-5 tells what it would do, and keeps nothing of it', async () => {
    const { context } = await furnishedDeck()
    const document = fileOf(await exportProject(context, { withSecrets: true }))
    const target = await emptyDeck()
    const before = exportText(await exportProject(target.context))
    const plan = await planImport(target.context, document)
    expect(exportText(await exportProject(target.context))).toBe(before)
    expect((await target.flags.activity()).count).toBe(0)
    expect(await applyImport(target.context, document, { plan })).toEqual(plan)
  })

  it('PORT-5 tells changes field by field, without what is encrypted, and makes them as whoever asks', async () => {
    const deck = await furnishedDeck()
    const filters = { groups: [{ rollout_percentage: 30 }], payloads: { true: '1' } }
    const document = await withFlag(deck, 'zz-base', { name: 'The base', filters })
    const { changes } = await applyImport(deck.context, document)
    const conditions = { before: [{ properties: [] }], after: [{ properties: [], rollout_percentage: 30 }] }
    expect(changes).toEqual([
      {
        action: 'update',
        kind: 'flag',
        name: 'zz-base',
        fields: [
          { field: 'filters.groups', ...conditions },
          { field: 'filters.payloads', before: null, after: { true: '1' } },
          { field: 'name', before: '', after: 'The base' },
        ],
      },
    ])
    expect(await planImport(deck.context, document)).toMatchObject({ changes: [] })
    const flag = await deck.flags.find('zz-base')
    expect((await deck.flags.activity(flag?.id)).items[0]).toMatchObject({ verb: 'updated', user: null })

    const secret = await withFlag(deck, 'secret', {
      filters: { groups: [{ rollout_percentage: 100 }], payloads: { true: '"new"' } },
    })
    const plan = await applyImport(deck.context, secret)
    expect(JSON.stringify(plan)).not.toMatch(/hunter2|new/)
    expect(plan.changes).toMatchObject([{ name: 'secret', fields: [{ field: 'filters.payloads' }] }])
    expect((await deck.flags.find('secret'))?.filters.payloads).toEqual({ true: '"new"' })
  })

  it('PORT-5 refuses to do anything but what was agreed to', async () => {
    const deck = await furnishedDeck()
    const document = await withFlag(deck, 'zz-base', { name: 'The base' })
    const plan = await planImport(deck.context, document)
    const flag = await deck.flags.find('zz-base')
    await deck.flags.update(flag?.id ?? 0, { name: 'Somebody else’s' })
    await expect(applyImport(deck.context, document, { plan })).rejects.toMatchObject({ kind: 'conflict' })
    expect((await deck.flags.find('zz-base'))?.name).toBe('Somebody else’s')
  })

  it('PORT-6 leaves what the document does not say', async () => {
    const deck = await furnishedDeck()
    const before = exportText(await exportProject(deck.context))
    const document = { flagdeck_export: 1, flags: [{ key: 'rich', tags: ['only'] }] }
    const plan = await applyImport(deck.context, document)
    expect(plan.changes).toMatchObject([{ action: 'update', name: 'rich', fields: [{ field: 'tags' }] }])
    expect(plan.kept.map(({ kind }) => kind)).toEqual(Array.from({ length: 5 }, () => 'flag'))
    const after = exportText(await exportProject(deck.context))
    expect(after.replace('"only"', '"growth",\n        "beta"')).toBe(before)
  })

  it('PORT-6 deletes what is not in the document when it is told to, and of the kinds that it lists', async () => {
    const deck = await furnishedDeck()
    const document = { flagdeck_export: 1, flags: [{ key: 'rich' }, { key: 'zz-base' }], cohorts: [{ name: 'Pros' }] }
    await expect(applyImport(deck.context, document, { prune: true })).rejects.toThrow(/used by/)
    const flags = document.flags.map((flag) => (flag.key === 'rich' ? { ...flag, filters: { groups: [{}] } } : flag))
    const cohorts = [{ name: 'Pros', filters: { properties: { key: 'plan', type: 'person', value: 'pro' } } }]
    const plan = await applyImport(deck.context, { ...document, flags, cohorts }, { prune: true })
    expect(
      plan.changes
        .filter(({ action }) => action === 'delete')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['Pros (2)', 'Pros (3)', 'a-off', 'config', 'secret', 'without-conditions'])
    const left = await exportProject(deck.context)
    expect(left.flags.map(({ key }) => key)).toEqual(['rich', 'zz-base'])
    expect(left.dashboards).toHaveLength(2)
    expect(await planImport(deck.context, { ...document, flags, cohorts }, { prune: true })).toMatchObject({
      changes: [],
    })
  })

  it('PORT-6 of a document by hand does nothing the second time', async () => {
    const { context } = await testDeck()
    const document = {
      flagdeck_export: 1,
      project: { group_types: ['company'] },
      cohorts: [
        {
          name: ' Staff ',
          filters: { properties: { key: 'email', type: 'person', operator: 'icontains', value: '@acme' } },
        },
      ],
      flags: [
        {
          key: 'a',
          tags: ['B', 'b', ' c '],
          filters: { groups: [{ rollout_percentage: 5 }], aggregation_group_type: 'company' },
        },
        {
          key: 'b',
          filters: {
            groups: [{ properties: [{ key: 'id', type: 'cohort', value: 'Staff' }] }],
            payloads: { true: { a: 1 } },
          },
        },
      ],
      dashboards: [
        {
          name: 'One',
          tiles: [
            { type: 'TEXT', body: 'Hi' },
            { type: 'INSIGHT', name: 'N' },
          ],
        },
      ],
    }
    const { changes } = await applyImport(context, document)
    expect(changes.map(({ kind }) => kind)).toEqual(['project', 'cohort', 'dashboard', 'flag', 'flag'])
    expect(await applyImport(context, document, { prune: true })).toMatchObject({ changes: [], kept: [] })
  })

  it('PORT-9 asks whoever imports for every right that the changes take', async () => {
    const deck = await furnishedDeck({ organization: { defaultFlagAccessLevel: 21 } })
    const document = await withFlag(deck, 'zz-base', { name: 'Mine' })
    await expect(applyImport(await deck.as(deck.member), document)).rejects.toMatchObject({ kind: 'permission_denied' })
    const scopes = ['feature_flag:read', 'cohort:write', 'dashboard:write'] as const
    const reader = await deck.as(deck.admin, { scopes })
    await expect(applyImport(reader, document)).rejects.toMatchObject({ kind: 'permission_denied' })
    await applyImport(await deck.as(deck.admin), document)
    const flag = await deck.flags.find('zz-base')
    expect((await deck.flags.activity(flag?.id)).items[0]?.user?.email).toBe(deck.admin.email)
  })

  it('FLAG-56 notes names in filters that nothing looks at, of flags that it writes', async () => {
    const { context } = await testDeck()
    const flags = (rollout: number) => ({
      flagdeck_export: 1,
      flags: [{ key: 'a', filters: { groups: [{ rollout_percentage: 5, rollout }] } }],
    })
    const notes = [
      expect.stringMatching(
        /^The flag a: These keys of its filters have no effect: "groups\[0\]\.rollout" \(did you mean /,
      ),
    ]
    expect(await planImport(context, flags(25))).toMatchObject({ notes })
    expect(await applyImport(context, flags(25))).toMatchObject({ notes })
    expect(await applyImport(context, flags(25))).toMatchObject({ changes: [], notes: [] })
    expect(await planImport(context, flags(50))).toMatchObject({ notes })
  })

  it('PORT-10 leaves roles that there are as they are', async () => {
    const { context } = await furnishedDeck()
    const roles = [{ name: 'OPS', feature_flags_access_level: 37 }, { name: 'New' }]
    const { changes, notes } = await applyImport(context, {
      flagdeck_export: 1,
      roles,
      flags: [{ key: 'zz-base', roles: ['ops', 'new'] }],
    })
    expect(changes.map(({ action, kind, name }) => [action, kind, name])).toEqual([
      ['create', 'role', 'New'],
      ['update', 'flag', 'zz-base'],
    ])
    expect(notes).toEqual(['The role Ops has level 21, not 37; it was left unchanged.'])
    const { flags } = await exportProject(context)
    expect(flags.find(({ key }) => key === 'zz-base')?.roles).toEqual(['New', 'Ops'])
  })

  it('PORT-12 takes a flag that looks at a deleted one where it is, and nowhere else', async () => {
    const deck = await testDeck()
    const base = await deck.flags.create({ key: 'base', filters: { groups: [{}] } })
    const property = { key: String(base.id), type: 'flag', operator: 'flag_evaluates_to', value: true } as const
    const off = await deck.flags.create({ key: 'off', filters: { groups: [{ properties: [property] }] } })
    await deck.flags.update(off.id, { active: false })
    await deck.flags.delete(base.id)
    const document = fileOf(await exportProject(deck.context))
    expect(document.flags).toMatchObject([{ filters: { groups: [{ properties: [{ key: `?${base.id}` }] }] } }])
    expect(await applyImport(deck.context, document)).toMatchObject({ changes: [], unchanged: 1 })
    await expect(planImport((await emptyDeck()).context, document)).rejects.toThrow(`the flag "?${base.id}"`)
  })
})
