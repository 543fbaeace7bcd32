import { describe, expect, it } from 'vitest'
import { testDeck } from '../../testing/test-deck.ts'

const FIFTY = Array.from({ length: 50 }, (_, index) => index)

describe('fifty writers at once', () => {
  it('FLAG-90 who want one key: one gets it, the others are told that it is taken', async () => {
    const { flags, context, store } = await testDeck()
    const outcomes = await Promise.allSettled(FIFTY.map((index) => flags.create({ key: 'one', name: `${index}` })))
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(49)
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'unique', attr: 'key' })
    expect(await flags.list()).toMatchObject({ count: 1 })
    expect((await flags.activity()).count).toBe(1)
    const versions = await store.read((tx) => tx.projects.versions([context.project.id]))
    expect(versions.get(context.project.id)?.version).toBe(context.project.version + 1)
  })

  it('FLAG-90 who restore, rename and create onto one key: one has it', async () => {
    const { flags } = await testDeck()
    const ids: number[] = []
    for (const index of FIFTY.slice(0, 10)) ids.push((await flags.create({ key: `flag-${index}` })).id)
    await Promise.allSettled(
      ids.map((id, index) => (index % 2 === 0 ? flags.update(id, { key: 'one' }) : flags.create({ key: 'one' }))),
    )
    const { items } = await flags.list({ key: 'one' })
    expect(items).toHaveLength(1)
  })

  it('FLAG-91 who change one flag: no version number is lost, and each is in the activity once', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    const updates = await Promise.all(FIFTY.map((index) => flags.update(id, { name: `${index}` })))
    const expected = FIFTY.map((index) => index + 2)
    expect(updates.map(({ version }) => version).sort((a, b) => a - b)).toEqual(expected)
    expect(await flags.get(id)).toMatchObject({ version: 51 })
    const { items } = await flags.activity(id, { limit: 100 })
    const versions = items.flatMap(({ detail }) => detail.changes.filter(({ field }) => field === 'version'))
    expect(versions.map(({ after }) => after)).toEqual(expected.toReversed())
  })

  it('FLAG-91 who insist on one version: one writes', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    const outcomes = await Promise.allSettled(FIFTY.map(() => flags.update(id, {}, { ifVersion: 1 })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await flags.get(id)).toMatchObject({ version: 2 })
  })

  it('FLAG-9 who fill a project: the limit holds', async () => {
    const { flags } = await testDeck({ limits: { maxFlagsPerProject: 20 } })
    await Promise.allSettled(FIFTY.map((index) => flags.create({ key: `flag-${index}` })))
    expect(await flags.list()).toMatchObject({ count: 20 })
  })

  it('FLAG-61 who make flags look at one another: no cycle comes to be', async () => {
    const { flags } = await testDeck()
    const a = await flags.create({ key: 'a' })
    const b = await flags.create({ key: 'b' })
    const lookAt = (id: number) => ({
      groups: [
        {
          properties: [{ key: String(id), type: 'flag' as const, operator: 'flag_evaluates_to' as const, value: true }],
        },
      ],
    })
    const outcomes = await Promise.allSettled([
      flags.update(a.id, { filters: lookAt(b.id) }),
      flags.update(b.id, { filters: lookAt(a.id) }),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})
