import { describe, expect, it } from 'vitest'
import type { Project } from '../../data/records/project.ts'
import { updateProject } from '../../features/identity/update-project.ts'
import { insertFlag } from '../../testing/seed-tenant.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { definitionBytes } from './definition-bytes.ts'

const decoder = new TextDecoder()

async function deckWithFeed(project: Partial<Project> = {}) {
  const deck = await testDeck({ project: { groupTypes: ['organization', 'company'], ...project } })
  const snapshot = () => {
    const newest = deck.context.snapshots.peek(deck.project.id)
    if (!newest) throw new Error('nobody asked for the project yet')
    return newest
  }
  return { ...deck, snapshot, document: async () => JSON.parse(decoder.decode(await snapshot().feed())) }
}

describe('the definitions feed', () => {
  it('SNAP-10 carries every live flag, by key, and what they need', async () => {
    const { flags, document, project } = await deckWithFeed()
    const b = await flags.create({ key: 'b', name: 'B', active: false, tags: ['x'] })
    await flags.create({ key: 'a', evaluationContexts: ['web'] })
    const gone = await flags.create({ key: 'c' })
    await flags.delete(gone.id)
    expect(await document()).toEqual({
      flags: [
        expect.objectContaining({ key: 'a', evaluation_contexts: ['web'] }),
        {
          id: b.id,
          team_id: project.id,
          name: 'B',
          key: 'b',
          filters: { groups: [] },
          deleted: false,
          active: false,
          ensure_experience_continuity: false,
          version: 1,
          evaluation_runtime: 'all',
          bucketing_identifier: 'distinct_id',
          evaluation_contexts: [],
          has_experiment: false,
        },
      ],
      group_type_mapping: { 0: 'organization', 1: 'company' },
      cohorts: {},
      minimal_flag_called_events: true,
      property_matching_version: 2,
      timezone: 'UTC',
    })
  })

  it('SNAP-10 carries no flag with encrypted payloads, deleted or not', async () => {
    const { context, store, document, flags, project } = await deckWithFeed()
    const projectVersion = project.version + 1
    await store.write(async (tx) => {
      for (const deleted of [false, true]) {
        await insertFlag(tx, { projectId: project.id, hasEncryptedPayloads: true, deleted, projectVersion })
      }
      await tx.projects.raiseVersion(project.id)
    })
    await context.snapshots.check()
    expect([(await document()).flags, flags.snapshot().keys]).toEqual([[], []])
  })

  it('SNAP-11 carries numbers that are compared as text as text', async () => {
    const { flags, document } = await deckWithFeed()
    const property = (value: number | (number | string)[], operator: 'exact' | 'is_not' | null) => ({
      key: 'age',
      type: 'person' as const,
      operator,
      value,
    })
    const properties = [property(5, null), property([1, 'x'], 'exact'), property(1.5, 'is_not')]
    const flag = await flags.create({ key: 'a', filters: { groups: [{ properties }] } })
    const [sent] = (await document()).flags
    expect(sent.filters.groups[0].properties.map(({ value }: { value: unknown }) => value)).toEqual([
      '5',
      ['1', 'x'],
      '1.5',
    ])
    expect(flag.filters.groups[0]?.properties?.map(({ value }) => value)).toEqual([5, [1, 'x'], 1.5])
  })

  it('SNAP-14 carries no null where strict SDKs expect a switch or an operator, and a value for is_set', async () => {
    const { flags, cohorts, document } = await deckWithFeed()
    const about = { key: 'plan', type: 'person' } as const
    const asked = [
      { ...about, operator: 'is_set', negation: null },
      { ...about, operator: 'is_not_set', value: null },
      { ...about, value: 'pro', operator: null, negation: true },
      { ...about, operator: 'is_set', value: 'anything', own: null },
    ] as const
    const sent = [
      { ...about, operator: 'is_set', value: 'is_set' },
      { ...about, operator: 'is_not_set', value: 'is_not_set' },
      { ...about, value: 'pro', negation: true },
      { ...about, operator: 'is_set', value: 'anything', own: null },
    ]
    const { id } = await cohorts.create({
      name: 'c',
      filters: { properties: { type: 'AND', values: [{ type: 'OR', values: asked.slice(0, 3) }] } },
    })
    const inCohort = { key: 'id', type: 'cohort', value: id } as const
    const filters = { groups: [{ properties: [...asked, inCohort], variant: null }], early_exit: null }
    const stored = await flags.create({ key: 'a', ensureExperienceContinuity: null, filters })
    const { flags: listed, cohorts: needed } = await document()
    expect(listed[0].ensure_experience_continuity).toBe(false)
    const inFeed = { properties: [...sent, inCohort], variant: null, aggregation_group_type_index: null }
    expect(listed[0].filters).toEqual({ groups: [inFeed], aggregation_group_type_index: null })
    expect(needed[id]).toEqual({ type: 'AND', values: [{ type: 'OR', values: sent.slice(0, 3) }] })
    expect(stored).toMatchObject({ ensureExperienceContinuity: null, filters: { early_exit: null } })
    expect(stored.filters.groups[0]?.properties).toEqual([...asked, { ...inCohort, cohort_name: 'c' }])
  })

  it('EVAL-45 names the flags that others depend on by the keys that they have now', async () => {
    const { flags, document } = await deckWithFeed()
    const base = await flags.create({ key: 'base' })
    const onFlag = (id: number) => ({ key: String(id), type: 'flag' as const, operator: 'flag_evaluates_to' as const })
    const filters = (id: number) => ({ groups: [{ properties: [{ ...onFlag(id), value: true }] }] })
    const middle = await flags.create({ key: 'middle', filters: filters(base.id) })
    await flags.create({ key: 'top', filters: filters(middle.id) })
    const chains = async () =>
      (await document()).flags.flatMap(
        ({ filters }: { filters: { groups: { properties: Record<string, unknown>[] }[] } }) =>
          filters.groups.flatMap(({ properties }) =>
            properties.map(({ key, dependency_chain }) => [key, dependency_chain]),
          ),
      )
    expect(await chains()).toEqual([
      ['base', ['base']],
      ['middle', ['base', 'middle']],
    ])
    await flags.update(base.id, { key: 'renamed' })
    expect(await chains()).toEqual([
      ['renamed', ['renamed']],
      ['middle', ['renamed', 'middle']],
    ])
    expect((await flags.get(middle.id)).filters.groups[0]?.properties?.[0]?.key).toBe(String(base.id))
  })

  it('SNAP-12 is the same bytes and the same tag until something changes', async () => {
    const { flags, snapshot } = await deckWithFeed()
    const { id } = await flags.create({ key: 'a' })
    const first = snapshot()
    const bytes = await first.feed()
    expect(await snapshot().feed()).toBe(bytes)
    expect(first.etag).toMatch(/^W\/"[0-9a-f]{8}-\d+-[0-9a-f]{12}"$/)
    await flags.update(id, { active: false })
    expect(await snapshot().feed()).not.toBe(bytes)
    expect(snapshot().etag).not.toBe(first.etag)
  })

  it('SNAP-12 has the bytes of each flag once, also after another one changed', async () => {
    const { flags, snapshot, document } = await deckWithFeed()
    await flags.create({ key: 'a', name: 'Ä' })
    const { id } = await flags.create({ key: 'b' })
    await flags.create({ key: 'c' })
    for (const name of ['longer than before', '']) {
      await flags.update(id, { name })
      expect((await document()).flags.map((flag: { key: string }) => flag.key)).toEqual(['a', 'b', 'c'])
      const feed = await snapshot().feed()
      for (const definition of snapshot().flags) {
        const bytes = definitionBytes(definition)
        expect(bytes.buffer).toBe(feed.buffer)
        expect(decoder.decode(bytes)).toBe(JSON.stringify(definition))
      }
    }
  })

  it('SNAP-12 has another tag in another project of the same version', async () => {
    const first = await deckWithFeed({ uuid: 'aaaaaaaa-0000-4000-8000-000000000000' })
    const second = await deckWithFeed({ uuid: 'bbbbbbbb-0000-4000-8000-000000000000' })
    expect(first.project.version).toBe(second.project.version)
    expect(first.snapshot().etag).not.toBe(second.snapshot().etag)
  })

  it('SNAP-10 follows the settings of the project', async () => {
    const { as, admin, document, flags } = await deckWithFeed()
    await flags.create({ key: 'a' })
    await updateProject(await as(admin), { timezone: 'Europe/Berlin' })
    expect(await document()).toMatchObject({ timezone: 'Europe/Berlin', flags: [{ key: 'a' }] })
  })
})
