import { describe, expect, it } from 'vitest'
import type { EmbeddedFlags } from '../../deck/embedded-flags.ts'
import type { FilterInput } from '../../evaluation/definition/flag-filters.ts'
import { newProjectRow } from '../../testing/row-builders.ts'
import { insertFlag } from '../../testing/seed-tenant.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { flagIndex } from './flag-index.ts'

/** Returns filters that depend on other flags, by id or by any value that a client can send instead. */
function lookingAt(...flags: readonly (number | string)[]): FilterInput {
  const properties = flags.map((flag) => ({
    key: String(flag),
    type: 'flag' as const,
    operator: 'flag_evaluates_to' as const,
    value: true,
  }))
  return { groups: [{ properties, rollout_percentage: 100 }] }
}

const refusal = (message: string) => ({ kind: 'validation', code: 'invalid_input', attr: 'filters', message })
const wholeRefusal = (message: string) => ({ kind: 'validation', code: 'invalid_input', attr: null, message })

/** Creates flags with these keys, each of which depends on the one before it. */
async function chain(flags: EmbeddedFlags, keys: readonly string[]): Promise<number[]> {
  const ids: number[] = []
  for (const key of keys) {
    const before = ids.at(-1)
    const { id } = await flags.create(before === undefined ? { key } : { key, filters: lookingAt(before) })
    ids.push(id)
  }
  return ids
}

describe('which flags a flag may look at', () => {
  it('FLAG-60 those that are there and enabled', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    await expect(flags.create({ key: 'b', filters: lookingAt(id) })).resolves.toMatchObject({ key: 'b' })
  })

  it.each(['a', '01', '1.5', '-1', '1e3', ' 1', '__proto__', '99999999999999999999'])(
    'FLAG-60 not what is no id: %j',
    async (key) => {
      const { flags } = await testDeck()
      const detail = `Flag dependencies must reference flag IDs (integers), not flag keys. Invalid reference: '${key}'`
      await expect(flags.create({ key: 'b', filters: lookingAt(key) })).rejects.toMatchObject(refusal(detail))
    },
  )

  it('FLAG-60 none that never was, is deleted, or is of another project', async () => {
    const { flags, store, organization } = await testDeck()
    const deleted = await flags.create({ key: 'deleted' })
    await flags.delete(deleted.id)
    const foreign = await store.write(async (tx) => {
      const project = await tx.projects.insert(newProjectRow({ organizationId: organization.id }))
      return insertFlag(tx, { projectId: project.id })
    })
    for (const id of [404, deleted.id, foreign.id]) {
      await expect(flags.create({ key: 'b', filters: lookingAt(id) })).rejects.toMatchObject(
        refusal(`Flag dependency references non-existent flag with ID ${id}`),
      )
    }
  })

  it('FLAG-60 none that is disabled', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'off', active: false })
    const detail = `Cannot create dependency on disabled flag 'off' (ID: ${id}). Flag dependencies must reference active flags only.`
    await expect(flags.create({ key: 'b', filters: lookingAt(id) })).rejects.toMatchObject(refusal(detail))
  })

  it('FLAG-60 not itself', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'a' })
    const detail = "Feature flag 'a' cannot depend on itself"
    await expect(flags.update(id, { filters: lookingAt(id) })).rejects.toMatchObject(refusal(detail))
  })

  it('FLAG-60 and tells of every one that it may not', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'off', active: false })
    const refused = flags.create({ key: 'b', filters: lookingAt('x', 404, id, 'x') })
    await expect(refused).rejects.toMatchObject({ violations: [{}, {}, {}] })
  })
})

describe('cycles', () => {
  it('FLAG-61 of two flags are refused, and drawn', async () => {
    const { flags } = await testDeck()
    const [a = 0, b = 0] = await chain(flags, ['a', 'b'])
    const refused = refusal('Circular dependency detected: a → b → a')
    await expect(flags.update(a, { filters: lookingAt(b) })).rejects.toMatchObject(refused)
  })

  it('FLAG-61 of several flags are refused, and drawn', async () => {
    const { flags } = await testDeck()
    const [a = 0, , , d = 0] = await chain(flags, ['a', 'b', 'c', 'd'])
    const refused = refusal('Circular dependency detected: a → d → c → b → a')
    await expect(flags.update(a, { filters: lookingAt(d) })).rejects.toMatchObject(refused)
  })

  it('FLAG-61 of a long chain are refused', async () => {
    const { flags } = await testDeck()
    const ids = await chain(
      flags,
      Array.from({ length: 100 }, (_, index) => `flag-${index}`),
    )
    const [first = 0, last = 0] = [ids[0], ids.at(-1)]
    await expect(flags.update(first, { filters: lookingAt(last) })).rejects.toMatchObject({
      message: expect.stringMatching(
        /^Circular dependency detected: flag-0 → flag-99 → flag-98 → .* → flag-1 → flag-0$/,
      ),
    })
    await expect(flags.update(last, { filters: lookingAt(first) })).resolves.toMatchObject({ key: 'flag-99' })
  })

  it('FLAG-61 are no cycles when two ways lead to the same flag', async () => {
    const { flags } = await testDeck()
    const [bottom = 0] = await chain(flags, ['bottom'])
    const left = await flags.create({ key: 'left', filters: lookingAt(bottom) })
    const right = await flags.create({ key: 'right', filters: lookingAt(bottom) })
    await expect(flags.create({ key: 'top', filters: lookingAt(left.id, right.id) })).resolves.toMatchObject({
      key: 'top',
    })
  })

  it('FLAG-61 are gone when a flag no longer looks at the other', async () => {
    const { flags } = await testDeck()
    const [a = 0, b = 0] = await chain(flags, ['a', 'b'])
    await flags.update(b, { filters: { groups: [] } })
    await expect(flags.update(a, { filters: lookingAt(b) })).resolves.toMatchObject({ key: 'a' })
  })

  it('FLAG-61 are refused too when restoring a flag would close one', async () => {
    const { flags, store, project } = await testDeck()
    const [c = 0, b = 0, d = 0] = await chain(flags, ['c', 'b', 'd'])
    await flags.update(d, { active: false })
    await flags.delete(b)
    // The state that an older release left, which allowed enabling flags that depend on deleted ones.
    await store.write(async (tx) => {
      const flag = await tx.flags.find(project.id, d)
      if (flag) await tx.flags.update({ ...flag, active: true }, flagIndex(flag), flag.version)
    })
    await flags.update(c, { filters: lookingAt(d) })
    await expect(flags.restore(b)).rejects.toMatchObject(refusal('Circular dependency detected: b → c → d → b'))
    await flags.update(c, { filters: { groups: [] } })
    await expect(flags.restore(b)).resolves.toMatchObject({ key: 'b', deleted: false })
  })
})

describe('how deep flags look at flags', () => {
  const tooDeep = (key: string, flags: number) =>
    refusal(
      `Dependencies of feature flags can be at most 100 levels deep. With this change, those of '${key}' would be ${flags} levels deep.`,
    )
  const hundred = (name: string) => Array.from({ length: 100 }, (_, index) => `${name}-${index}`)

  it('FLAG-64 is a hundred at most, for new flags', async () => {
    const { flags } = await testDeck()
    const last = (await chain(flags, hundred('a'))).at(-1) ?? 0
    await expect(flags.create({ key: 'b', filters: lookingAt(last) })).rejects.toMatchObject(tooDeep('b', 101))
    await expect(flags.create({ key: 'b', filters: lookingAt(last - 1) })).resolves.toMatchObject({ key: 'b' })
  })

  it('FLAG-64 counts the flags that look at one which is changed or restored', async () => {
    const { flags } = await testDeck()
    const row = await chain(flags, hundred('a'))
    const [b = 0, c = 0] = await chain(flags, ['b', 'c'])
    const [middle = 0] = row.slice(50)
    await flags.update(middle, { filters: lookingAt(b) })
    await expect(flags.update(middle, { filters: lookingAt(row[48] ?? 0, c) })).resolves.toMatchObject({ id: middle })
    const [first = 0] = row
    await flags.update(middle, { filters: lookingAt(row[49] ?? 0) })
    await expect(flags.update(first, { filters: lookingAt(b) })).rejects.toMatchObject(tooDeep('a-0', 101))
    const deleted = await flags.create({ key: 'deleted', filters: lookingAt(row[98] ?? 0) })
    await flags.delete(deleted.id)
    await flags.update(first, { filters: { groups: [] } })
    await flags.update(row[99] ?? 0, { filters: { groups: [] } })
    await flags.update(first, { filters: lookingAt(b) })
    await expect(flags.restore(deleted.id)).rejects.toMatchObject(tooDeep('deleted', 101))
  })

  it('FLAG-64 is not held against who makes a stored row no longer', async () => {
    const { flags, store, project } = await testDeck()
    const row = await chain(flags, hundred('a'))
    const [other = 0] = await chain(flags, ['other'])
    // The state that an older release left, which did not limit the depth.
    await store.write((tx) => tx.flagDependencies.replace(project.id, row[0] ?? 0, [other]))
    const [middle = 0, below = 0] = [row[50], row[49]]
    await expect(flags.update(middle, { filters: lookingAt(below) })).resolves.toMatchObject({ id: middle })
    await expect(flags.update(middle, { filters: lookingAt(below, other) })).resolves.toMatchObject({ id: middle })
    await expect(flags.create({ key: 'b', filters: lookingAt(middle + 49) })).rejects.toMatchObject(tooDeep('b', 102))
  })
})

describe('a flag that others look at', () => {
  const refusedFor = (action: string, listed: string) =>
    wholeRefusal(
      `Cannot ${action} this feature flag because other flags depend on it: ${listed}. ` +
        'Please update or disable the dependent flags first.',
    )

  it('FLAG-62 can be neither deleted nor disabled nor archived', async () => {
    const { flags } = await testDeck()
    const [a = 0, b = 0] = await chain(flags, ['a', 'b'])
    await expect(flags.delete(a)).rejects.toMatchObject(refusedFor('delete', `b (ID: ${b})`))
    await expect(flags.update(a, { active: false })).rejects.toMatchObject(refusedFor('disable', `b (ID: ${b})`))
    await expect(flags.update(a, { active: false, archived: true })).rejects.toMatchObject(
      refusedFor('disable', `b (ID: ${b})`),
    )
    await expect(flags.update(a, { active: false, deleted: true })).rejects.toMatchObject(
      refusedFor('delete', `b (ID: ${b})`),
    )
    await expect(flags.update(a, { name: 'x', active: true })).resolves.toMatchObject({ active: true })
  })

  it('FLAG-62 is held by the direct ones only, by key, five of them by name', async () => {
    const { flags } = await testDeck()
    const { id } = await flags.create({ key: 'base' })
    const ids = new Map<string, number>()
    for (const key of ['g', 'f', 'e', 'd', 'c', 'b', 'a']) {
      ids.set(key, (await flags.create({ key, filters: lookingAt(id) })).id)
    }
    await flags.create({ key: 'aa', filters: lookingAt(ids.get('a') ?? 0) })
    const listed = ['a', 'b', 'c', 'd', 'e'].map((key) => `${key} (ID: ${ids.get(key)})`).join(', ')
    await expect(flags.delete(id)).rejects.toMatchObject(refusedFor('delete', `${listed} and 2 more`))
    await flags.update(ids.get('g') ?? 0, { active: false })
    await flags.delete(ids.get('f') ?? 0)
    await expect(flags.delete(id)).rejects.toMatchObject(refusedFor('delete', listed))
  })

  it('FLAG-62 is free when the others are disabled or deleted', async () => {
    const { flags } = await testDeck()
    const [a = 0, b = 0] = await chain(flags, ['a', 'b'])
    await flags.update(b, { active: false })
    await expect(flags.update(a, { active: false })).resolves.toMatchObject({ active: false })
    await expect(flags.delete(a)).resolves.toMatchObject({ deleted: true })
  })

  it('FLAG-62 is free when the other no longer looks', async () => {
    const { flags } = await testDeck()
    const [a = 0, b = 0] = await chain(flags, ['a', 'b'])
    await flags.update(b, { filters: { groups: [] } })
    await expect(flags.delete(a)).resolves.toMatchObject({ deleted: true })
  })
})

describe('a flag that looks at disabled ones', () => {
  it('FLAG-63 cannot be enabled', async () => {
    const { flags } = await testDeck()
    const [a = 0, b = 0] = await chain(flags, ['a', 'b'])
    await flags.update(b, { active: false })
    await flags.update(a, { active: false })
    await expect(flags.update(b, { active: true })).rejects.toMatchObject(
      wholeRefusal(
        `Cannot enable this feature flag because it depends on disabled flags: a (ID: ${a}). ` +
          'Please enable the dependency flags first.',
      ),
    )
    await flags.update(a, { active: true })
    await expect(flags.update(b, { active: true })).resolves.toMatchObject({ active: true })
  })

  it('FLAG-63 cannot be enabled either when they are gone', async () => {
    const { flags } = await testDeck()
    const [a = 0, b = 0] = await chain(flags, ['a', 'b'])
    await flags.update(b, { active: false })
    await flags.delete(a)
    const gone = refusal(`Flag dependency references non-existent flag with ID ${a}`)
    await expect(flags.update(b, { active: true })).rejects.toMatchObject(gone)
    await flags.delete(b)
    await expect(flags.update(b, { active: true, deleted: false })).rejects.toMatchObject(gone)
    await expect(flags.restore(b)).resolves.toMatchObject({ active: false })
    await expect(flags.update(b, { name: 'still disabled' })).resolves.toMatchObject({ active: false })
    await flags.restore(a)
    await expect(flags.update(b, { active: true })).resolves.toMatchObject({ active: true })
  })

  it('FLAG-63 cannot be restored enabled', async () => {
    const { flags } = await testDeck()
    const [a = 0, b = 0] = await chain(flags, ['a', 'b'])
    await flags.delete(b)
    await flags.update(a, { active: false })
    await expect(flags.restore(b)).rejects.toMatchObject(
      refusal(
        `Cannot create dependency on disabled flag 'a' (ID: ${a}). Flag dependencies must reference active flags only.`,
      ),
    )
    await flags.delete(a)
    await expect(flags.restore(b)).rejects.toMatchObject(
      refusal(`Flag dependency references non-existent flag with ID ${a}`),
    )
    await expect(flags.update(b, { deleted: false, active: false })).resolves.toMatchObject({ deleted: false })
  })

  it('FLAG-63 can be enabled when it stops looking in the same request', async () => {
    const { flags } = await testDeck()
    const [a = 0, b = 0] = await chain(flags, ['a', 'b'])
    await flags.update(b, { active: false })
    await flags.update(a, { active: false })
    await expect(flags.update(b, { active: true, filters: { groups: [] } })).resolves.toMatchObject({ active: true })
  })
})
