import type { Flag, Store } from '@flagdeck/core'
import { newFlagIndex, type SeededTenant, seedFlag, seedTenant, seedUser } from '@flagdeck/core/fixtures'
import type { FlagIndex, FlagQuery, NewFlag, StaleBefore } from '@flagdeck/core/store'
import { expect } from 'vitest'
import { moment } from './moment.ts'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

const NEVER_STALE: StaleBefore = {
  called: null,
  neverCalled: null,
  rolledOut: null,
  // Earlier than any flag.
  constant: moment('1970-01-01T00:00:00Z'),
}
const BY_ID = { field: 'id', descending: false } as const

export const flagListRules: StoreRuleGroup = {
  title: 'lists of flags',
  about:
    'A missing filter includes every flag. An empty list of values (no tags, no creators) includes none, and an empty list of exclusions excludes none.',
  rules: [
    storeRule(
      'STORE-80',
      'a list without filters contains every live flag of the project and no other flag',
      async ({ store }) => {
        const trial = await flagListTrial(store)
        await trial.add('plain', {})
        await trial.add('inactive', { active: false })
        await trial.add('archived', { active: false, archived: true })
        await trial.add('deleted', { deleted: true })
        await seedFlag(store, { projectId: (await seedTenant(store)).project.id })
        await trial.expectKeys({}, ['plain', 'inactive', 'archived'])
      },
    ),

    storeRule('STORE-81', '`active` finds enabled flags, or disabled ones', async ({ store }) => {
      const trial = await flagListTrial(store)
      await trial.add('on', {})
      await trial.add('off', { active: false })
      await trial.expectKeys({ active: true }, ['on'])
      await trial.expectKeys({ active: false }, ['off'])
    }),

    storeRule('STORE-82', '`archived` finds archived flags, or unarchived ones', async ({ store }) => {
      const trial = await flagListTrial(store)
      await trial.add('kept', {})
      await trial.add('archived', { active: false, archived: true })
      await trial.expectKeys({ archived: true }, ['archived'])
      await trial.expectKeys({ archived: false }, ['kept'])
    }),

    storeRule(
      'STORE-83',
      '`stale` finds enabled flags that were last called before `called`; or never called, and created before `neverCalled`; or never called, fully rolled out, and created before `constant`',
      async ({ store }) => {
        const trial = await flagListTrial(store)
        const since = moment('2026-01-01T00:00:00.000001Z')
        const [before, after] = [moment('2026-01-01T00:00:00Z'), moment('2026-01-01T00:00:00.000002Z')]
        const rolledOut = { isFullyRolledOut: true }
        await trial.add('called-before', { createdAt: before, lastCalledAt: before })
        await trial.add('called-before-made-after', { createdAt: after, lastCalledAt: before })
        await trial.add('called-at', { createdAt: before, lastCalledAt: since }, rolledOut)
        await trial.add('called-after', { createdAt: before, lastCalledAt: after }, rolledOut)
        await trial.add('never-called', { createdAt: before })
        await trial.add('rolled-out', { createdAt: before }, rolledOut)
        await trial.add('rolled-out-at', { createdAt: since }, rolledOut)
        await trial.add('rolled-out-after', { createdAt: after }, rolledOut)
        await trial.add('disabled', { createdAt: before, lastCalledAt: before, active: false }, rolledOut)
        const [called, constant] = [['called-before', 'called-before-made-after'], ['rolled-out']]
        await trial.expectKeys({ stale: { ...NEVER_STALE, called: since, constant: since } }, [...called, ...constant])
        await trial.expectKeys({ stale: { ...NEVER_STALE, called: since } }, called)
        await trial.expectKeys({ stale: { ...NEVER_STALE, constant: since } }, constant)
        const neverCalled = ['never-called', 'rolled-out']
        await trial.expectKeys({ stale: { ...NEVER_STALE, neverCalled: since } }, neverCalled)
      },
    ),

    storeRule(
      'STORE-98',
      '`stale` also finds enabled, fully rolled out flags that were last changed before `rolledOut`, or created before it and never changed',
      async ({ store }) => {
        const trial = await flagListTrial(store)
        const since = moment('2026-01-01T00:00:00.000001Z')
        const [before, after] = [moment('2026-01-01T00:00:00Z'), moment('2026-01-01T00:00:00.000002Z')]
        const rolledOut = { isFullyRolledOut: true }
        const old = { createdAt: before, lastCalledAt: after }
        await trial.add('changed-before', { ...old, updatedAt: before }, rolledOut)
        await trial.add('changed-at', { ...old, updatedAt: since }, rolledOut)
        await trial.add('changed-after', { ...old, updatedAt: after }, rolledOut)
        await trial.add('made-before', { ...old, updatedAt: null }, rolledOut)
        await trial.add('made-after', { createdAt: after, updatedAt: null }, rolledOut)
        await trial.add('partly', { ...old, updatedAt: before })
        await trial.add('disabled', { ...old, updatedAt: before, active: false }, rolledOut)
        await trial.expectKeys({ stale: { ...NEVER_STALE, rolledOut: since } }, ['changed-before', 'made-before'])
      },
    ),

    storeRule(
      'STORE-566',
      'a flag whose usage was reset counts as never called since the reset, not since its creation',
      async ({ store }) => {
        const trial = await flagListTrial(store)
        const since = moment('2026-01-01T00:00:00.000001Z')
        const [before, after] = [moment('2026-01-01T00:00:00Z'), moment('2026-01-01T00:00:00.000002Z')]
        const rolledOut = { isFullyRolledOut: true }
        await trial.add('reset-before', { createdAt: before, usageResetAt: before }, rolledOut)
        await trial.add('reset-after', { createdAt: before, usageResetAt: after }, rolledOut)
        await trial.expectKeys({ stale: { ...NEVER_STALE, neverCalled: since } }, ['reset-before'])
        await trial.expectKeys({ stale: { ...NEVER_STALE, constant: since } }, ['reset-before'])
      },
    ),

    storeRule('STORE-99', '`ids` finds live flags of this project with any of these ids', async ({ store }) => {
      const trial = await flagListTrial(store)
      const [one, two] = [await trial.add('one', {}), await trial.add('two', {})]
      const gone = await trial.add('gone', { deleted: true })
      const foreign = await seedFlag(store, { projectId: (await seedTenant(store)).project.id })
      await trial.expectKeys({ ids: [two.id, gone.id, foreign.id, 2 ** 40] }, ['two'])
      await trial.expectKeys({ ids: [two.id, one.id, one.id] }, ['one', 'two'])
      await trial.expectKeys({ ids: [] }, [])
    }),

    storeRule(
      'STORE-84',
      '`createdByIds` finds flags that any of these users created; it does not find flags without a creator',
      async ({ store }) => {
        const trial = await flagListTrial(store)
        const [ada, bob, eve] = [await seedUser(store), await seedUser(store), await seedUser(store)]
        await trial.add('ada', { createdBy: ada, lastModifiedBy: bob })
        await trial.add('bob', { createdBy: bob, lastModifiedBy: ada })
        await trial.add('nobody', { createdBy: null, lastModifiedBy: ada })
        await trial.expectKeys({ createdByIds: [ada.id] }, ['ada'])
        await trial.expectKeys({ createdByIds: [bob.id, ada.id, eve.id] }, ['ada', 'bob'])
        await trial.expectKeys({ createdByIds: [eve.id] }, [])
        await trial.expectKeys({ createdByIds: [] }, [])
      },
    ),

    storeRule(
      'STORE-85',
      '`search` matches literally: case, accents and pattern characters count',
      async ({ store }) => {
        const trial = await flagListTrial(store)
        await trial.add('a', {}, { searchText: 'checkout 100% done' })
        await trial.add('b', {}, { searchText: 'check_out' })
        await trial.add('c', {}, { searchText: 'check*out [x] \\ ? \u{1F600} é' })
        await trial.add('d', {}, { searchText: 'checkXout 1000 done' })
        await trial.expectKeys({ search: 'check' }, ['a', 'b', 'c', 'd'])
        await trial.expectKeys({ search: '' }, ['a', 'b', 'c', 'd'])
        await trial.expectKeys({ search: '100%' }, ['a'])
        await trial.expectKeys({ search: '%' }, ['a'])
        await trial.expectKeys({ search: '_' }, ['b'])
        await trial.expectKeys({ search: 'check_out' }, ['b'])
        await trial.expectKeys({ search: '*' }, ['c'])
        await trial.expectKeys({ search: '[x]' }, ['c'])
        await trial.expectKeys({ search: '\\' }, ['c'])
        await trial.expectKeys({ search: '?' }, ['c'])
        await trial.expectKeys({ search: '\u{1F600}' }, ['c'])
        await trial.expectKeys({ search: 'é' }, ['c'])
        await trial.expectKeys({ search: 'e\u0301' }, [])
        await trial.expectKeys({ search: 'CHECK' }, [])
        await trial.expectKeys({ search: 'X' }, ['d'])
        await trial.expectKeys({ search: "' or 1=1 --" }, [])
      },
    ),

    storeRule('STORE-86', '`keyLower` finds flags by the lower-case form of their key', async ({ store }) => {
      const trial = await flagListTrial(store)
      await trial.add('New-Checkout', {})
      await trial.add('new-checkout', {})
      await trial.add('new-checkout-2', {})
      await trial.expectKeys({ keyLower: 'new-checkout' }, ['New-Checkout', 'new-checkout'])
      await trial.expectKeys({ keyLower: 'New-Checkout' }, [])
    }),

    storeRule(
      'STORE-87',
      '`type` finds flags by type: `boolean` without variants, `multivariant` with variants, `remote_config` for remote configuration, `experiment` none',
      async ({ store }) => {
        const trial = await flagListTrial(store)
        await trial.add('plain', {})
        await trial.add('many', {}, { isMultivariate: true })
        await trial.add('remote', { isRemoteConfiguration: true })
        await trial.add('remote-many', { isRemoteConfiguration: true }, { isMultivariate: true })
        await trial.add('unknown', { isRemoteConfiguration: null })
        await trial.expectKeys({ type: 'boolean' }, ['plain', 'remote', 'unknown'])
        await trial.expectKeys({ type: 'multivariant' }, ['many', 'remote-many'])
        await trial.expectKeys({ type: 'remote_config' }, ['remote', 'remote-many'])
        await trial.expectKeys({ type: 'experiment' }, [])
      },
    ),

    storeRule('STORE-88', '`evaluationRuntime` finds flags with exactly that runtime', async ({ store }) => {
      const trial = await flagListTrial(store)
      for (const evaluationRuntime of ['server', 'client', 'all'] as const) {
        await trial.add(evaluationRuntime, { evaluationRuntime })
      }
      await trial.add('none', { evaluationRuntime: null })
      for (const evaluationRuntime of ['server', 'client', 'all'] as const) {
        await trial.expectKeys({ evaluationRuntime }, [evaluationRuntime])
      }
    }),

    storeRule(
      'STORE-89',
      '`tags` finds flags with any of these tags, compared as a whole and case-sensitively',
      async ({ store }) => {
        const trial = await flagListTrial(store)
        await trial.add('a', { tags: ['beta', 'ui'] })
        await trial.add('b', { tags: ['BETA'] })
        await trial.add('c', { tags: ['beta2', 'be"ta', 'a,b'] })
        await trial.add('none', { tags: [] })
        await trial.expectKeys({ tags: ['beta'] }, ['a'])
        await trial.expectKeys({ tags: ['beta', 'ui', 'BETA'] }, ['a', 'b'])
        await trial.expectKeys({ tags: ['be"ta'] }, ['c'])
        await trial.expectKeys({ tags: ['a,b'] }, ['c'])
        await trial.expectKeys({ tags: ['a'] }, [])
        await trial.expectKeys({ tags: ['beta","ui'] }, [])
        await trial.expectKeys({ tags: [] }, [])
      },
    ),

    storeRule('STORE-90', '`excludedTags` finds flags without any of these tags', async ({ store }) => {
      const trial = await flagListTrial(store)
      await trial.add('a', { tags: ['beta', 'ui'] })
      await trial.add('b', { tags: ['ui'] })
      await trial.add('none', { tags: [] })
      await trial.expectKeys({ excludedTags: ['beta'] }, ['b', 'none'])
      await trial.expectKeys({ excludedTags: ['ui', 'beta'] }, ['none'])
      await trial.expectKeys({ excludedTags: ['other'] }, ['a', 'b', 'none'])
      await trial.expectKeys({ excludedTags: [] }, ['a', 'b', 'none'])
      await trial.expectKeys({ tags: ['ui'], excludedTags: ['beta'] }, ['b'])
    }),

    storeRule('STORE-91', '`excludedKeys` excludes flags with exactly these keys', async ({ store }) => {
      const trial = await flagListTrial(store)
      for (const key of ['a', 'A', 'ab']) await trial.add(key, {})
      await trial.expectKeys({ excludedKeys: ['a', 'zz'] }, ['A', 'ab'])
      await trial.expectKeys({ excludedKeys: [] }, ['a', 'A', 'ab'])
      const thousand = Array.from({ length: 1000 }, (_, n) => `excluded-${n}`)
      await trial.expectKeys({ excludedKeys: [...thousand, 'ab'] }, ['a', 'A'])
    }),

    storeRule(
      'STORE-92',
      '`hasEvaluationContexts` finds flags with evaluation contexts, or without',
      async ({ store }) => {
        const trial = await flagListTrial(store)
        await trial.add('some', { evaluationContexts: ['docs'] })
        await trial.add('none', { evaluationContexts: [], tags: ['docs'] })
        await trial.expectKeys({ hasEvaluationContexts: true }, ['some'])
        await trial.expectKeys({ hasEvaluationContexts: false }, ['none'])
      },
    ),

    storeRule(
      'STORE-96',
      '`deleted` finds deleted flags instead of live ones, and all other filters apply to them',
      async ({ store }) => {
        const trial = await flagListTrial(store)
        const old = moment('2020-01-01T00:00:00Z')
        await trial.add('live', { tags: ['x'] })
        await trial.add('deleted', { deleted: true, tags: ['x'] })
        await trial.add('deleted-off', { deleted: true, active: false, archived: true })
        await trial.add('deleted-old', { deleted: true, createdAt: old, lastCalledAt: old })
        await trial.expectKeys({ deleted: true }, ['deleted', 'deleted-off', 'deleted-old'])
        await trial.expectKeys({ deleted: false }, ['live'])
        await trial.expectKeys({ deleted: true, tags: ['x'] }, ['deleted'])
        await trial.expectKeys({ deleted: true, archived: true }, ['deleted-off'])
        await trial.expectKeys({ deleted: true, stale: { ...NEVER_STALE, called: moment('2026-01-01T00:00:00Z') } }, [])
      },
    ),

    storeRule('STORE-95', '`usageDashboardId` finds the flag with that usage dashboard', async ({ store }) => {
      const trial = await flagListTrial(store)
      await trial.add('charted', { usageDashboardId: 7 })
      await trial.add('other', { usageDashboardId: 8 })
      await trial.add('none', { usageDashboardId: null })
      await trial.expectKeys({ usageDashboardId: 7 }, ['charted'])
      await trial.expectKeys({ usageDashboardId: 9 }, [])
    }),

    storeRule(
      'STORE-93',
      'a flag must match every filter, and the count is the number of matching flags',
      async ({ store }) => {
        const trial = await flagListTrial(store)
        for (const n of [1, 2, 3, 4, 5, 6]) await trial.add(`match-${n}`, { tags: ['x'] })
        await trial.add('match-off', { tags: ['x'], active: false })
        await trial.add('match-untagged', {})
        await trial.add('other', { tags: ['x'] })
        const query: FlagQuery = { active: true, tags: ['x'], search: 'match', excludedKeys: ['match-2'], order: BY_ID }
        const { count, items } = await store.read((tx) =>
          tx.flags.list(trial.tenant.project.id, query, { limit: 2, offset: 2 }),
        )
        expect(count).toBe(5)
        expect(items.map(({ key }) => key)).toEqual(['match-4', 'match-5'])
      },
    ),

    storeRule('STORE-97', '`ownerLower` finds flags by the lower-case form of the whole owner', async ({ store }) => {
      const trial = await flagListTrial(store)
      await trial.add('a', { owner: 'Anna' })
      await trial.add('b', { owner: 'ANNA' })
      await trial.add('c', { owner: 'Anna B' })
      await trial.add('none', { owner: '' })
      await trial.expectKeys({ ownerLower: 'anna' }, ['a', 'b'])
      await trial.expectKeys({ ownerLower: 'Anna' }, [])
      await trial.expectKeys({ ownerLower: '' }, ['none'])
    }),

    storeRule('STORE-601', '`hasEarlyAccess` finds live flags with an early access feature', async ({ store }) => {
      const trial = await flagListTrial(store)
      const earlyAccess = {
        name: 'null',
        description: '',
        stage: 'beta',
        documentation_url: '',
        payload: {},
        created_at: moment('2026-01-01'),
      } as const
      await trial.add('a', { earlyAccess })
      await trial.add('none', { earlyAccess: null })
      await trial.add('b', { earlyAccess, active: false })
      await trial.add('deleted', { earlyAccess, deleted: true })
      await trial.expectKeys({ hasEarlyAccess: true }, ['a', 'b'])
      await trial.expectKeys({ hasEarlyAccess: true, active: true }, ['a'])
      await trial.expectKeys({}, ['a', 'none', 'b'])
    }),

    storeRule(
      'STORE-603',
      '`mine` finds flags that a user created, and flags of any of several owners',
      async ({ store }) => {
        const trial = await flagListTrial(store)
        const [creator, other] = [await seedUser(store), await seedUser(store)]
        await trial.add('created', { createdBy: creator })
        await trial.add('owned', { createdBy: other, owner: 'Anna' })
        await trial.add('both', { createdBy: creator, owner: 'ANNA' })
        await trial.add('neither', { createdBy: other, owner: 'Ben' })
        await trial.add('of-no-user', { createdBy: null })
        const mine = { createdById: creator.id, ownersLower: ['anna', 'a@acme.test'] }
        await trial.expectKeys({ mine }, ['created', 'owned', 'both'])
        await trial.expectKeys({ mine, ownerLower: 'anna' }, ['owned', 'both'])
        await trial.expectKeys({ mine: { createdById: creator.id, ownersLower: [] } }, ['created', 'both'])
        await trial.expectKeys({ mine: { createdById: 0, ownersLower: [] } }, [])
      },
    ),

    storeRule('STORE-94', 'after an update, a flag is found by its new values only', async ({ store }) => {
      const trial = await flagListTrial(store)
      const flag = await trial.add('old', { tags: ['old'], owner: 'old' }, { searchText: 'old' })
      const changed = {
        ...flag,
        key: 'new',
        tags: ['new'],
        owner: 'new',
        active: false,
        evaluationContexts: ['x'],
        version: 2,
      }
      const index = newFlagIndex(changed, { searchText: 'new', isMultivariate: true })
      await store.write((tx) => tx.flags.update(changed, index, 1))
      const before: Partial<FlagQuery>[] = [
        { search: 'old' },
        { keyLower: 'old' },
        { ownerLower: 'old' },
        { tags: ['old'] },
        { active: true },
        { type: 'boolean' },
        { hasEvaluationContexts: false },
        { excludedKeys: ['new'] },
      ]
      const after: Partial<FlagQuery>[] = [
        { search: 'new' },
        { keyLower: 'new' },
        { ownerLower: 'new' },
        { tags: ['new'] },
        { active: false },
        { type: 'multivariant' },
        { hasEvaluationContexts: true },
        { excludedTags: ['old'] },
      ]
      for (const query of before) await trial.expectKeys(query, [])
      for (const query of after) await trial.expectKeys(query, ['new'])
    }),
  ],
}

interface FlagListTrial {
  readonly tenant: SeededTenant
  add(key: string, overrides: Partial<NewFlag>, index?: Partial<FlagIndex>): Promise<Flag>
  /** Expects the query to list these keys, in the order of writing. */
  expectKeys(query: Partial<FlagQuery>, keys: readonly string[]): Promise<void>
}

async function flagListTrial(store: Store): Promise<FlagListTrial> {
  const tenant = await seedTenant(store)
  const projectId = tenant.project.id
  return {
    tenant,
    add: (key, overrides, index) => seedFlag(store, { projectId, key, ...overrides }, index),
    async expectKeys(query, keys) {
      const list = await store.read((tx) =>
        tx.flags.list(projectId, { ...query, order: BY_ID }, { limit: 100, offset: 0 }),
      )
      expect({ query, count: list.count, keys: list.items.map(({ key }) => key) }).toEqual({
        query,
        count: keys.length,
        keys,
      })
    },
  }
}
