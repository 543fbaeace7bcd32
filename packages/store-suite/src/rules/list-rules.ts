import type { Page, PageRequest } from '@flagdeck/core'
import {
  insertFlag,
  newMembershipRow,
  newOrganizationRow,
  newPersonalApiKeyRow,
  newProjectRow,
  newRoleMembershipRow,
  newRoleRow,
  newUserRow,
  seedFlag,
  seedRole,
  seedTenant,
} from '@flagdeck/core/fixtures'
import { timestampOf } from '@flagdeck/core/store'
import { expect } from 'vitest'
import { whilePending } from './event-loop-turn.ts'
import { seedEveryList } from './every-list.ts'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

const BY_ID = { order: { field: 'id', descending: false } } as const
const NEWEST_FIRST = { order: { field: 'createdAt', descending: true } } as const

/** Ids in random order, like UUIDs. */
const SHUFFLED_IDS = [7, 2, 9, 4, 1, 8, 3].map((n) => `${n}0000000-0000-4000-8000-000000000000`)
const SORTED_IDS = [...SHUFFLED_IDS].sort()

export const listRules: StoreRuleGroup = {
  title: 'lists',
  about:
    'Every list has a total order that ends in a unique column, so pages have no gaps and no duplicates. Text is ordered by code point, which is the order of its UTF-8 bytes, and never by the collation of a language.',
  rules: [
    storeRule('STORE-60', 'an offset past the end returns an empty page with the correct count', async ({ store }) => {
      const { tenant, lists } = await seedEveryList(store)
      for (const offset of [3, 4, 1000, Number.MAX_SAFE_INTEGER]) {
        for (const [name, list] of Object.entries(lists(tenant))) {
          const page = await store.read((tx) => list(tx, { limit: 100, offset }))
          expect({ name, page }).toEqual({ name, page: { count: 3, items: [] } })
        }
      }
    }),

    storeRule('STORE-61', 'the pages of every list together equal the list', async ({ store }) => {
      const { tenant, lists } = await seedEveryList(store)
      for (const [name, list] of Object.entries(lists(tenant))) {
        const whole = await store.read((tx) => list(tx, { limit: 1000, offset: 0 }))
        expect({ name, items: whole.items.length }).toEqual({ name, items: 3 })
        for (const limit of [1, 2, 3]) {
          const pages = await store.read((tx) => pagesOf((page) => list(tx, page), limit))
          expect({ name, items: pages.flatMap(({ items }) => items) }).toEqual({ name, items: whole.items })
          expect(pages.map(({ count }) => count)).toEqual(pages.map(() => 3))
        }
      }
    }),

    storeRule('STORE-62', 'a page has as many items as its limit, up to 1,000', async ({ store }) => {
      const { project } = await seedTenant(store)
      await store.write(async (tx) => {
        for (let n = 0; n < 1005; n++) await insertFlag(tx, { projectId: project.id })
      })
      await store.read(async (tx) => {
        const first = await tx.flags.list(project.id, NEWEST_FIRST, { limit: 1000, offset: 0 })
        const rest = await tx.flags.list(project.id, NEWEST_FIRST, { limit: 1000, offset: 1000 })
        expect([first.count, first.items.length, rest.count, rest.items.length]).toEqual([1005, 1000, 1005, 5])
        const ids = [...first.items, ...rest.items].map(({ id }) => id)
        expect(ids).toEqual([...ids].sort((a, b) => b - a))
        expect(new Set(ids).size).toBe(1005)
        expect(await tx.projects.liveTotals(project.id)).toMatchObject({ flags: 1005 })
      })
    }),

    storeRule(
      'STORE-63',
      'if rows are inserted between two pages by id, no row is duplicated or missing',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        const original: number[] = []
        for (let n = 0; n < 10; n++) original.push((await seedFlag(store, { projectId: project.id })).id)
        const seen: number[] = []
        for (let offset = 0; offset < 10; offset += 3) {
          const { items } = await store.read((tx) => tx.flags.list(project.id, BY_ID, { limit: 3, offset }))
          seen.push(...items.map(({ id }) => id))
          await seedFlag(store, { projectId: project.id })
        }
        expect(seen.slice(0, 10)).toEqual(original)
        expect(new Set(seen).size).toBe(seen.length)
      },
    ),

    storeRule(
      'STORE-64',
      'the pages of one read are consistent, regardless of concurrent writes',
      async ({ store }) => {
        const { project } = await seedTenant(store)
        for (let n = 0; n < 10; n++) await seedFlag(store, { projectId: project.id })
        const insertMore = async (): Promise<void> => {
          for (let n = 0; n < 5; n++) await seedFlag(store, { projectId: project.id })
        }
        let inserts: Promise<void> | undefined
        await store.read(async (tx) => {
          const list = (page: PageRequest) => tx.flags.list(project.id, NEWEST_FIRST, page)
          const whole = await list({ limit: 1000, offset: 0 })
          inserts = insertMore()
          await whilePending(inserts, async () => {
            const pages = await pagesOf(list, 3)
            expect(pages.flatMap(({ items }) => items)).toEqual(whole.items)
          })
        })
        await inserts
        expect(await store.read((tx) => tx.projects.liveTotals(project.id))).toMatchObject({ flags: 15 })
      },
    ),

    storeRule('STORE-65', 'projects are ordered by id', async ({ store }) => {
      const [one, two] = [await seedTenant(store), await seedTenant(store)]
      const organizationIds = [two.organization.id, one.organization.id]
      const made: number[] = [one.project.id, two.project.id]
      for (const n of [0, 1, 0, 1, 1]) {
        const row = newProjectRow({ organizationId: organizationIds[n] ?? '', name: `name ${10 - made.length}` })
        made.push((await store.write((tx) => tx.projects.insert(row))).id)
      }
      // Databases move an updated row behind the others.
      await store.write((tx) => tx.projects.update({ ...one.project, timezone: 'Europe/Berlin' }))
      const { count, items } = await store.read((tx) => tx.projects.list(organizationIds, { limit: 100, offset: 0 }))
      expect(count).toBe(7)
      expect(items.map(({ id }) => id)).toEqual(made)
    }),

    storeRule(
      'STORE-66',
      'the list of projects is empty for no organizations, and for an organization without projects',
      async ({ store }) => {
        await seedTenant(store)
        const empty = newOrganizationRow()
        await store.write((tx) => tx.organizations.insert(empty))
        await store.read(async (tx) => {
          expect(await tx.projects.list([], { limit: 100, offset: 0 })).toEqual({ count: 0, items: [] })
          expect(await tx.projects.list([empty.id], { limit: 100, offset: 0 })).toEqual({ count: 0, items: [] })
        })
      },
    ),

    storeRule('STORE-67', 'members are ordered by the time they joined, then by id', async ({ store }) => {
      const { organization } = await seedTenant(store)
      const expected = await store.write(async (tx) => {
        for (const [n, id] of SHUFFLED_IDS.entries()) {
          const user = await tx.users.insert(newUserRow())
          const joinedAt = n < 5 ? AFTER_SEED : timestampOf(0)
          await tx.memberships.insert(newMembershipRow({ id, organizationId: organization.id, user, joinedAt }))
        }
        return [...SHUFFLED_IDS.slice(5).sort(), ...SHUFFLED_IDS.slice(0, 5).sort()]
      })
      const { items } = await store.read((tx) => tx.memberships.list(organization.id, { limit: 100, offset: 0 }))
      expect(items.map(({ id }) => id).filter((id) => SHUFFLED_IDS.includes(id))).toEqual(expected)
    }),

    storeRule('STORE-68', 'memberships of a user are ordered by the time of joining, then by id', async ({ store }) => {
      const { user, membership } = await seedTenant(store)
      await store.write(async (tx) => {
        for (const [n, id] of SHUFFLED_IDS.entries()) {
          const organization = newOrganizationRow()
          await tx.organizations.insert(organization)
          const joinedAt = n < 5 ? AFTER_SEED : timestampOf(0)
          await tx.memberships.insert(newMembershipRow({ id, organizationId: organization.id, user, joinedAt }))
        }
      })
      const [late, early] = [SHUFFLED_IDS.slice(0, 5).sort(), SHUFFLED_IDS.slice(5).sort()]
      const memberships = await store.read((tx) => tx.memberships.ofUser(user.id))
      expect(memberships.map(({ id }) => id)).toEqual([...early, membership.id, ...late])
    }),

    storeRule('STORE-600', 'organizations are ordered by creation time, then by id', async ({ store }) => {
      const { organization: seeded } = await seedTenant(store)
      await store.write(async (tx) => {
        for (const [n, id] of SHUFFLED_IDS.entries()) {
          await tx.organizations.insert(newOrganizationRow({ id, createdAt: n < 5 ? AFTER_SEED : timestampOf(0) }))
        }
      })
      const [late, early] = [SHUFFLED_IDS.slice(0, 5).sort(), SHUFFLED_IDS.slice(5).sort()]
      const list = (limit: number, offset: number) => store.read((tx) => tx.organizations.list({ limit, offset }))
      const { count, items } = await list(1000, 0)
      const ids = items.map(({ id }) => id).filter((id) => id === seeded.id || SHUFFLED_IDS.includes(id))
      expect(ids).toEqual([...early, seeded.id, ...late])
      expect(await list(2, 1)).toEqual({ count, items: items.slice(1, 3) })
    }),

    storeRule('STORE-69', 'keys are ordered by creation time, then by id', async ({ store }) => {
      const { user } = await seedTenant(store)
      await store.write(async (tx) => {
        for (const [n, id] of SHUFFLED_IDS.entries()) {
          const createdAt = n < 5 ? AFTER_SEED : timestampOf(0)
          await tx.personalApiKeys.insert(newPersonalApiKeyRow({ id, user, createdAt }))
        }
      })
      const [late, early] = [SHUFFLED_IDS.slice(0, 5).sort(), SHUFFLED_IDS.slice(5).sort()]
      const keys = await store.read((tx) => tx.personalApiKeys.list(user.id))
      expect(keys.map(({ id }) => id)).toEqual([...early, ...late])
    }),

    storeRule(
      'STORE-70',
      'roles are ordered by name regardless of case, by code point, then by id',
      async ({ store }) => {
        const { organization } = await seedTenant(store)
        const names = ['beta', 'Alpha', 'alphA2', 'ALPHA10', '\u{1F600}', '\u{FF5E}', 'Écho', 'zulu', 'Zulu 2']
        for (const name of names) await seedRole(store, { organizationId: organization.id, name })
        const { items } = await store.read((tx) => tx.roles.list(organization.id, { limit: 100, offset: 0 }))
        const sorted = ['Alpha', 'ALPHA10', 'alphA2', 'beta', 'zulu', 'Zulu 2', 'Écho', '\u{FF5E}', '\u{1F600}']
        expect(items.map(({ name }) => name)).toEqual(sorted)
      },
    ),

    storeRule('STORE-71', 'roles of a user are ordered by id', async ({ store }) => {
      const { organization, user } = await seedTenant(store)
      await store.write(async (tx) => {
        for (const [n, id] of SHUFFLED_IDS.entries()) {
          await tx.roles.insert(newRoleRow({ id, organizationId: organization.id, name: `role ${100 - n}` }))
          await tx.roleMemberships.insert(organization.id, newRoleMembershipRow({ roleId: id, user }))
        }
      })
      const roles = await store.read((tx) => tx.roles.ofUser(organization.id, user.id))
      expect(roles.map(({ id }) => id)).toEqual(SORTED_IDS)
    }),

    storeRule(
      'STORE-72',
      'members of a role are ordered by the time they joined, then by id, in the list of members and in the role',
      async ({ store }) => {
        const { organization } = await seedTenant(store)
        const { id: roleId } = await seedRole(store, { organizationId: organization.id })
        await store.write(async (tx) => {
          for (const [n, id] of SHUFFLED_IDS.entries()) {
            const user = await tx.users.insert(newUserRow())
            const joinedAt = n < 5 ? AFTER_SEED : timestampOf(0)
            await tx.roleMemberships.insert(organization.id, newRoleMembershipRow({ id, roleId, user, joinedAt }))
          }
        })
        const expected = [...SHUFFLED_IDS.slice(5).sort(), ...SHUFFLED_IDS.slice(0, 5).sort()]
        await store.read(async (tx) => {
          const { items } = await tx.roleMemberships.list(organization.id, roleId, { limit: 100, offset: 0 })
          expect(items.map(({ id }) => id)).toEqual(expected)
          expect((await tx.roles.find(organization.id, roleId))?.members).toEqual(items)
          const roles = await tx.roles.list(organization.id, { limit: 100, offset: 0 })
          expect(roles.items[0]?.members).toEqual(items)
        })
      },
    ),
  ],
}

/** Pages through a list to its end like a client. */
async function pagesOf<T>(list: (page: PageRequest) => Promise<Page<T>>, limit: number): Promise<Page<T>[]> {
  const pages: Page<T>[] = []
  let page = await list({ limit, offset: 0 })
  while (page.items.length > 0) {
    pages.push(page)
    page = await list({ limit, offset: pages.length * limit })
  }
  return pages
}

/** Later than the timestamps of all built rows. */
const AFTER_SEED = timestampOf(Date.UTC(2026, 0, 1, 12) + 1)
