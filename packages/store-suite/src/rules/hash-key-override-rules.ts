import type { Store } from '@flagdeck/core'
import { seedTenant } from '@flagdeck/core/fixtures'
import type { HashKeyOverride } from '@flagdeck/core/store'
import { expect } from 'vitest'
import { ODD_KEYS, SHUFFLED_KEYS } from './odd-keys.ts'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

export const hashKeyOverrideRules: StoreRuleGroup = {
  title: 'hash-key overrides',
  about: 'An override is the id by which a person continues to be bucketed for a flag. Once set, it does not change.',
  rules: [
    storeRule('STORE-280', 'the first override of a flag stays', async ({ store }) => {
      const trial = await overrideTrial(store)
      await trial.add('ada', { one: 'first', two: 'first' })
      await trial.add('ada', { two: 'second', three: 'second' })
      await trial.add('ada', {})
      expect(await trial.list('ada')).toEqual({ one: 'first', three: 'second', two: 'first' })
    }),

    storeRule(
      'STORE-281',
      'if several overrides of a flag are added in one call, the first stays',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const pairs = [
          ['two', 'b'],
          ['one', 'a'],
          ['one', 'b'],
          ['two', 'a'],
          ['three', 'b'],
        ] as const
        const overrides = pairs.map(([flagKey, hashKey]) => ({ flagKey, hashKey }))
        await store.write((tx) => tx.hashKeyOverrides.add(project.id, 'ada', overrides))
        expect(await store.read((tx) => tx.hashKeyOverrides.list(project.id, 'ada'))).toEqual([
          { flagKey: 'one', hashKey: 'a' },
          { flagKey: 'three', hashKey: 'b' },
          { flagKey: 'two', hashKey: 'b' },
        ])
      },
    ),

    storeRule(
      'STORE-282',
      'if writers concurrently add overrides for the flags of a person, exactly one wins for each flag',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const flagKeys = Array.from({ length: 20 }, (_, n) => `flag ${String(n).padStart(2, '0')}`)
        const writers = Array.from({ length: 10 }, (_, n) => {
          const mine = n % 2 ? flagKeys : [...flagKeys].reverse()
          const overrides = mine.map((flagKey) => ({ flagKey, hashKey: `writer ${n}` }))
          return store.write(async (tx) => {
            await tx.hashKeyOverrides.add(project.id, 'ada', overrides)
            return tx.hashKeyOverrides.list(project.id, 'ada')
          })
        })
        const seen = await Promise.all(writers)
        const kept = await store.read((tx) => tx.hashKeyOverrides.list(project.id, 'ada'))
        expect(kept.map(({ flagKey }) => flagKey)).toEqual(flagKeys)
        for (const each of seen) expect(each).toEqual(kept)
      },
    ),

    storeRule('STORE-283', 'overrides belong to exactly one person, known or unknown', async ({ store }) => {
      const trial = await overrideTrial(store)
      const persons = ['a', 'A', 'a/b', 'a ', 'a%', 'a/b/c']
      for (const person of persons) await trial.add(person, { 'b/c': `of ${person}`, c: `of ${person}` })
      for (const person of persons) {
        expect(await trial.list(person)).toEqual({ 'b/c': `of ${person}`, c: `of ${person}` })
      }
      expect(await trial.list('nobody')).toEqual({})
    }),

    storeRule(
      'STORE-284',
      'flag keys and hash keys may contain any characters, and overrides are ordered by the bytes of the flag key',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        for (const person of ODD_KEYS.slice(0, 10)) {
          const overrides = SHUFFLED_KEYS.map((flagKey) => ({ flagKey, hashKey: `${flagKey}${person}` }))
          await store.write((tx) => tx.hashKeyOverrides.add(project.id, person, overrides))
          const expected = ODD_KEYS.map((flagKey) => ({ flagKey, hashKey: `${flagKey}${person}` }))
          expect(await store.read((tx) => tx.hashKeyOverrides.list(project.id, person))).toEqual(expected)
        }
      },
    ),

    storeRule('STORE-287', '`listOfEach` returns for many persons the result of `list` for each', async ({ store }) => {
      const trial = await overrideTrial(store)
      await trial.add('ada', { two: 'a', one: 'a' })
      for (const person of ODD_KEYS) await trial.add(person, { [person]: 'odd' })
      const listOfEach = (distinctIds: readonly string[]) =>
        store.read((tx) => tx.hashKeyOverrides.listOfEach(trial.projectId, distinctIds))
      const [one, two] = ['one', 'two'].map((flagKey) => ({ flagKey, hashKey: 'a' }))
      expect(new Map(await listOfEach(['nobody', 'ada', 'ada']))).toEqual(new Map([['ada', [one, two]]]))
      expect((await listOfEach([])).size).toBe(0)
      expect(new Map(await listOfEach(SHUFFLED_KEYS))).toEqual(
        new Map(ODD_KEYS.map((person) => [person, [{ flagKey: person, hashKey: 'odd' }]])),
      )
    }),

    storeRule('STORE-285', 'an override that is rolled back does not prevent a later one', async ({ store }) => {
      const trial = await overrideTrial(store)
      await trial.add('ada', { one: 'first' })
      const write = store.write(async (tx) => {
        await tx.hashKeyOverrides.add(trial.projectId, 'ada', [{ flagKey: 'two', hashKey: 'taken back' }])
        throw new Error('taken back')
      })
      await expect(write).rejects.toThrow('taken back')
      await trial.add('ada', { two: 'second' })
      expect(await trial.list('ada')).toEqual({ one: 'first', two: 'second' })
    }),

    storeRule('STORE-286', 'all overrides of a person are deleted together, and no others', async ({ store }) => {
      const trial = await overrideTrial(store)
      const forget = (projectId: number) => store.write((tx) => tx.hashKeyOverrides.delete(projectId, 'ada'))
      for (const person of ['ada', 'Ada', 'ada ']) await trial.add(person, { one: 'kept', two: 'kept' })
      const { project: other } = await seedTenant(store)
      expect(await forget(other.id)).toBe(false)
      expect(await forget(trial.projectId)).toBe(true)
      expect(await forget(trial.projectId)).toBe(false)
      expect(await trial.list('ada')).toEqual({})
      for (const person of ['Ada', 'ada ']) expect(await trial.list(person)).toEqual({ one: 'kept', two: 'kept' })
      await trial.add('ada', { one: 'new' })
      expect(await trial.list('ada')).toEqual({ one: 'new' })
    }),
  ],
}

/** Overrides of persons in one project, as hash keys by flag key. */
async function overrideTrial(store: Store) {
  const { project } = await seedTenant(store)
  const asOverride = ([flagKey, hashKey]: [string, string]): HashKeyOverride => ({ flagKey, hashKey })
  return {
    projectId: project.id,
    async add(distinctId: string, hashKeys: Readonly<Record<string, string>>): Promise<void> {
      const overrides = Object.entries(hashKeys).map(asOverride)
      await store.write((tx) => tx.hashKeyOverrides.add(project.id, distinctId, overrides))
    },
    async list(distinctId: string): Promise<Record<string, string>> {
      const overrides = await store.read((tx) => tx.hashKeyOverrides.list(project.id, distinctId))
      return Object.fromEntries(overrides.map(({ flagKey, hashKey }) => [flagKey, hashKey]))
    },
  }
}
