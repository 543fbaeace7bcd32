import { newGroupRow, newPersonRow, seedTenant } from '@flagdeck/core/fixtures'
import { expect } from 'vitest'
import { keyedLookRules } from './keyed-look-rules.ts'
import { keyedRaceRules } from './keyed-race-rules.ts'
import { KEYED_ROWS } from './keyed-rows.ts'
import { keyedSearchRules } from './keyed-search-rules.ts'
import { keyedWalkRules } from './keyed-walk-rules.ts'
import { type StoreRule, type StoreRuleGroup, storeRule } from './store-rule.ts'

const ALL = { limit: 1000, offset: 0 }

/** Persons and groups are stored alike, so the same rules apply to both, each with its own numbers. */
export const personRules: StoreRuleGroup = {
  title: 'persons',
  about:
    'Keys are compared and ordered by their bytes. The lock of a key lasts until the transaction ends, whether there is a row or not.',
  rules: [
    ...rulesFor('persons', 240),
    storeRule(
      'STORE-548',
      'persons are listed by their whole e-mail address regardless of case, from a key on, in the order of their keys',
      async ({ store }) => {
        const [{ project }, other] = [await seedTenant(store), await seedTenant(store)]
        const long = 'l'.repeat(254)
        const emails = {
          d: 'Zoé@Acme.test',
          b: 'zoÉ@acme.test',
          a: 'zoé@acme.test.org',
          c: 'zoé@acme.test',
          e: `${long}m`,
          f: '',
          g: 7,
          h: ['zoé@acme.test'],
          i: 'z%@acme.test',
          j: 'z\0\ud800',
        }
        await store.write(async (tx) => {
          for (const [distinctId, email] of Object.entries(emails))
            await tx.persons.save(newPersonRow({ projectId: project.id, distinctId, properties: { email } }))
          await tx.persons.save(newPersonRow({ projectId: other.project.id, properties: { email: emails.c } }))
          await tx.persons.save(newPersonRow({ projectId: project.id, distinctId: 'none' }))
        })
        const found = async (email: string, after = '', limit = 10) =>
          (await store.read((tx) => tx.persons.afterByEmail(project.id, email, after, limit))).map(
            ({ distinctId }) => distinctId,
          )
        expect(await found('ZOÉ@acme.test')).toEqual(['b', 'c', 'd'])
        expect(await found('zoé@acme.test', '', 2)).toEqual(['b', 'c'])
        expect(await found('zoé@acme.test', 'b', 2)).toEqual(['c', 'd'])
        expect(await found('zoé@acme.test', 'd')).toEqual([])
        expect(await found('zoé@acme')).toEqual([])
        expect(await found('z_@acme.test')).toEqual([])
        expect(await found('z%@acme.test')).toEqual(['i'])
        expect(await found('z\0\ud800')).toEqual(['j'])
        expect(await found(`${long}n`)).toEqual(['e'])
        expect(await found('7')).toEqual([])
        expect(await found('')).toEqual([])
      },
    ),
    storeRule(
      'STORE-570',
      'the ids of persons with any of several e-mail addresses are listed, in the order of the addresses',
      async ({ store }) => {
        const [{ project }, other] = [await seedTenant(store), await seedTenant(store)]
        const emails = { d: 'Zoé@Acme.test', b: 'zoÉ@acme.test', c: 'ana@acme.test', e: '', f: 7, g: 'z\0\ud800' }
        await store.write(async (tx) => {
          for (const [distinctId, email] of Object.entries(emails))
            await tx.persons.save(newPersonRow({ projectId: project.id, distinctId, properties: { email } }))
          await tx.persons.save(newPersonRow({ projectId: other.project.id, properties: { email: 'ana@acme.test' } }))
        })
        const found = async (sought: readonly string[], limit = 10) =>
          (await store.read((tx) => tx.persons.idsByEmail(project.id, sought, limit))).map(
            ({ email, distinctId }) => `${distinctId} ${email}`,
          )
        const both = ['ZOÉ@acme.test', 'ana@acme.test', 'bo@acme.test']
        expect(await found(both)).toEqual(['c ana@acme.test', 'b zoé@acme.test', 'd zoé@acme.test'])
        expect(await found(both, 2)).toEqual(['c ana@acme.test', 'b zoé@acme.test'])
        expect(await found(['z\0\ud800'])).toEqual(['g z\0\ud800'])
        expect(await found(['', '7', 'ana@acme'])).toEqual([])
        expect(await found([])).toEqual([])
      },
    ),
    storeRule(
      'STORE-571',
      'the ids of persons are listed from an id on, in the order of their bytes',
      async ({ store }) => {
        const [{ project }, other] = [await seedTenant(store), await seedTenant(store)]
        await store.write(async (tx) => {
          for (const distinctId of ['b', 'B', 'ä', 'a'])
            await tx.persons.save(newPersonRow({ projectId: project.id, distinctId }))
          await tx.persons.save(newPersonRow({ projectId: other.project.id, distinctId: 'c' }))
        })
        const after = (id: string, limit: number) => store.read((tx) => tx.persons.idsAfter(project.id, id, limit))
        expect(await after('', 10)).toEqual(['B', 'a', 'b', 'ä'])
        expect(await after('B', 2)).toEqual(['a', 'b'])
        expect(await after('ä', 2)).toEqual([])
      },
    ),
    storeRule('STORE-551', 'persons with one e-mail address are counted up to a limit', async ({ store }) => {
      const [{ project }, other] = [await seedTenant(store), await seedTenant(store)]
      await store.write(async (tx) => {
        for (const projectId of [project.id, other.project.id])
          for (const email of ['ana@acme.test', 'Ana@acme.test', 'ana@acme.test', 'bo@acme.test', ''])
            await tx.persons.save(newPersonRow({ projectId, properties: { email } }))
      })
      const count = (email: string, most: number) =>
        store.read((tx) => tx.persons.countByEmail(project.id, email, most))
      expect(await count('ANA@acme.test', 10)).toBe(3)
      expect(await count('ana@acme.test', 2)).toBe(2)
      expect(await count('ana@acme', 10)).toBe(0)
      expect(await count('', 10)).toBe(0)
    }),
  ],
}
export const groupRules: StoreRuleGroup = {
  title: 'groups',
  about: 'Groups follow the same rules as persons, separately for each type.',
  rules: [
    ...rulesFor('groups', 260),
    storeRule('STORE-276', 'groups of different types are separate', async ({ store }) => {
      const { project } = await seedTenant(store)
      const types = [0, 1, 4]
      const made = types.map((type) => newGroupRow({ projectId: project.id, groupTypeIndex: type, key: 'same' }))
      await store.write(async (tx) => {
        for (const group of made) await tx.groups.save({ ...group, properties: { of: group.groupTypeIndex } })
        expect(await tx.groups.delete(project.id, 3, 'same')).toBe(false)
        expect(await tx.groups.delete(project.id, 1, 'same')).toBe(true)
        expect(await tx.groups.lock(project.id, 1, 'same')).toBeUndefined()
      })
      await store.read(async (tx) => {
        for (const [type, kept] of [
          [0, true],
          [1, false],
          [2, false],
          [4, true],
        ] as const) {
          const expected = kept ? [{ ...made[0], groupTypeIndex: type, properties: { of: type } }] : []
          expect(await tx.groups.list(project.id, type, '', ALL)).toEqual({ count: expected.length, items: expected })
          expect(await tx.groups.list(project.id, type, 's', ALL)).toEqual({ count: expected.length, items: expected })
          expect(await tx.groups.after(project.id, type, '', 10)).toEqual(expected)
          expect(await tx.groups.find(project.id, type, 'same')).toEqual(expected[0])
        }
      })
    }),
    storeRule(
      'STORE-277',
      'groups of one type are deleted in parts, and no groups of other types',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const sister = await seedTenant(store)
        await store.write(async (tx) => {
          for (const projectId of [project.id, sister.project.id])
            for (const groupTypeIndex of [1, 2])
              for (const key of ['', 'a', 'b\0', 'ß', 'z'])
                await tx.groups.save(newGroupRow({ projectId, groupTypeIndex, key }))
        })
        const removed: number[] = []
        for (const limit of [2, 2, 2, 2]) {
          removed.push(await store.write((tx) => tx.groups.deleteSome(project.id, 1, limit)))
        }
        expect(removed).toEqual([2, 2, 1, 0])
        const counts = await store.read((tx) =>
          Promise.all(
            [project.id, sister.project.id].flatMap((id) =>
              [1, 2].map(async (type) => (await tx.groups.list(id, type, '', ALL)).count),
            ),
          ),
        )
        expect(counts).toEqual([0, 5, 5, 5])
      },
    ),
  ],
}

function rulesFor(kind: keyof typeof KEYED_ROWS, first: number): StoreRule[] {
  const rows = KEYED_ROWS[kind]
  const rules = [keyedLookRules, keyedSearchRules, keyedWalkRules].flatMap((declare) => declare(rows, first))
  return [...rules.sort((a, b) => a.id.localeCompare(b.id)), ...keyedRaceRules(rows, first + 10)]
}
