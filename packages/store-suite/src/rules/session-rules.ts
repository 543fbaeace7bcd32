import type { Store } from '@flagdeck/core'
import { BUILT_AT, newOpenIdAccountRow, newSessionRow, newSignInLinkRow, seedUser } from '@flagdeck/core/fixtures'
import type { OpenIdAccount, Session, SignInLink } from '@flagdeck/core/store'
import { expect } from 'vitest'
import { moment } from './moment.ts'
import { type StoreRuleGroup, storeRule } from './store-rule.ts'

export const sessionRules: StoreRuleGroup = {
  title: 'sessions',
  about: 'Sign-in to the console: sessions, sign-in links, passwords and accounts at OpenID providers.',
  rules: [
    storeRule('STORE-501', 'sessions of a user are ordered by creation time, then by id', async ({ store }) => {
      const user = await seedUser(store)
      await seedSession(store, { user: await seedUser(store) })
      const made: Session[] = []
      for (const [n, letter] of ['7', '2', '9', '4'].entries()) {
        const id = `${letter}0000000-0000-4000-8000-000000000000`
        made.push(await seedSession(store, { user, id, createdAt: moment(n < 2 ? '2026-01-02' : '2026-01-01') }))
      }
      expect(await store.read((tx) => tx.sessions.list(user.id))).toEqual([3, 2, 1, 0].map((n) => made[n]))
    }),

    storeRule(
      'STORE-502',
      '`touch` changes only the times of a session, and does not create a deleted one again',
      async (trial) => {
        const { store } = trial
        const user = await seedUser(store)
        const [used, other] = [await seedSession(store, { user }), await seedSession(store, { user })]
        const times = { lastUsedAt: moment('2027-01-01'), expiresAt: moment('2027-01-15') }
        await store.write(async (tx) => {
          await tx.sessions.touch(user.id, used.id, times)
          await tx.sessions.delete(user.id, other.id)
          await tx.sessions.touch(user.id, other.id, times)
        })
        expect(await store.read((tx) => tx.sessions.list(user.id))).toEqual([{ ...used, ...times }])
      },
    ),

    storeRule(
      'STORE-503',
      'sessions of a user are deleted individually, all, or all except one; sessions of other users stay',
      async (trial) => {
        const { store } = trial
        const [user, colleague] = [await seedUser(store), await seedUser(store)]
        const theirs = await seedSession(store, { user: colleague })
        const [one, two, three] = [
          await seedSession(store, { user }),
          await seedSession(store, { user }),
          await seedSession(store, { user }),
        ]
        expect(await store.write((tx) => tx.sessions.delete(user.id, one.id))).toBe(true)
        expect(await store.write((tx) => tx.sessions.delete(user.id, one.id))).toBe(false)
        const left = async () => (await store.read((tx) => tx.sessions.list(user.id))).map(({ id }) => id).toSorted()
        expect(await left()).toEqual([two.id, three.id].toSorted())
        await store.write((tx) => tx.sessions.deleteOfUser(user.id, two.id))
        expect(await left()).toEqual([two.id])
        await store.write((tx) => tx.sessions.deleteOfUser(user.id, null))
        expect(await left()).toEqual([])
        expect(await store.read((tx) => tx.sessions.list(colleague.id))).toEqual([theirs])
      },
    ),

    storeRule('STORE-504', 'if many requests use a sign-in link concurrently, one succeeds', async ({ store }) => {
      const user = await seedUser(store)
      const { id, secureToken } = await seedLink(store, { user })
      const use = () => store.write((tx) => tx.signInLinks.use(user.id, id, BUILT_AT))
      const outcomes = await Promise.all(Array.from({ length: 20 }, use))
      expect(outcomes.filter((used) => used)).toHaveLength(1)
      const kept = await store.read((tx) => tx.signInLinks.findBySecureToken(secureToken))
      expect(kept?.usedAt).toBe(BUILT_AT)
    }),

    storeRule(
      'STORE-505',
      'sign-in links of a user that were created before a time are deleted, used ones too',
      async ({ store }) => {
        const [user, colleague] = [await seedUser(store), await seedUser(store)]
        const [early, late] = [moment('2026-01-01'), moment('2026-01-02')]
        const gone = [
          await seedLink(store, { user, createdAt: early }),
          await seedLink(store, { user, createdAt: early, usedAt: early }),
        ]
        const stay = [
          await seedLink(store, { user, createdAt: late }),
          await seedLink(store, { user: colleague, createdAt: early }),
        ]
        await store.write((tx) => tx.signInLinks.deleteMadeBefore(user.id, late))
        await store.read(async (tx) => {
          for (const { secureToken } of gone)
            expect(await tx.signInLinks.findBySecureToken(secureToken)).toBeUndefined()
          for (const link of stay) expect(await tx.signInLinks.findBySecureToken(link.secureToken)).toEqual(link)
        })
      },
    ),

    storeRule(
      'STORE-500',
      'a user has one password, the last that was set, and no other user has it',
      async ({ store }) => {
        const [user, colleague] = [await seedUser(store), await seedUser(store)]
        const find = (id: number) => store.read((tx) => tx.passwords.find(id))
        expect(await find(user.id)).toBeUndefined()
        await store.write((tx) => tx.passwords.set(user.id, '$one$', BUILT_AT))
        await store.write((tx) => tx.passwords.set(user.id, '$two$', BUILT_AT))
        expect(await find(user.id)).toBe('$two$')
        expect(await find(colleague.id)).toBeUndefined()
        expect(await store.read((tx) => tx.passwords.any())).toBe(true)
      },
    ),

    storeRule(
      'STORE-506',
      'deleting a password affects only its user, and returns whether there was one',
      async ({ store }) => {
        const [user, colleague] = [await seedUser(store), await seedUser(store)]
        for (const { id } of [user, colleague]) await store.write((tx) => tx.passwords.set(id, '$one$', BUILT_AT))
        expect(await store.write((tx) => tx.passwords.delete(user.id))).toBe(true)
        expect(await store.write((tx) => tx.passwords.delete(user.id))).toBe(false)
        expect(await store.read((tx) => tx.passwords.find(user.id))).toBeUndefined()
        expect(await store.read((tx) => tx.passwords.find(colleague.id))).toBe('$one$')
        await store.write((tx) => tx.passwords.set(user.id, '$two$', BUILT_AT))
        expect(await store.read((tx) => tx.passwords.find(user.id))).toBe('$two$')
      },
    ),

    storeRule(
      'STORE-514',
      'networks belong to a password: they stay when it changes, and are deleted with it',
      async (trial) => {
        const { store } = trial
        const [user, colleague] = [await seedUser(store), await seedUser(store)]
        const networks = (id: number) => store.read((tx) => tx.passwords.networks(id))
        const setPassword = (id: number) => store.write((tx) => tx.passwords.set(id, '$one$', BUILT_AT))
        await store.write((tx) => tx.passwords.setNetworks(user.id, ['c0ffee']))
        expect(await networks(user.id)).toEqual([])
        for (const { id } of [user, colleague]) await setPassword(id)
        expect(await networks(user.id)).toEqual([])
        await store.write((tx) => tx.passwords.setNetworks(user.id, ['c0ffee', 'decade']))
        await setPassword(user.id)
        expect(await networks(user.id)).toEqual(['c0ffee', 'decade'])
        expect(await networks(colleague.id)).toEqual([])
        await store.write((tx) => tx.passwords.delete(user.id))
        await setPassword(user.id)
        expect(await networks(user.id)).toEqual([])
      },
    ),

    storeRule(
      'STORE-509',
      'accounts at providers are found by issuer and subject, and listed for a user by creation time',
      async ({ store }) => {
        const [user, colleague] = [await seedUser(store), await seedUser(store)]
        const [early, late] = [moment('2026-01-01'), moment('2026-01-02')]
        const [second, first, theirs] = [
          await seedAccount(store, { user, issuer: 'https://one.test', subject: 'a', createdAt: late }),
          await seedAccount(store, { user, issuer: 'https://two.test', subject: 'a', createdAt: early }),
          await seedAccount(store, { user: colleague, issuer: 'https://one.test', subject: 'A' }),
        ]
        await store.read(async (tx) => {
          expect(await tx.openIdAccounts.find('https://one.test', 'a')).toEqual(second)
          expect(await tx.openIdAccounts.find('https://one.test', 'A')).toEqual(theirs)
          expect(await tx.openIdAccounts.find('https://two.test', 'A')).toBeUndefined()
          expect(await tx.openIdAccounts.ofUser(user.id)).toEqual([first, second])
        })
      },
    ),

    storeRule('STORE-508', 'deleting the provider accounts of a user affects only that user', async ({ store }) => {
      const [user, colleague] = [await seedUser(store), await seedUser(store)]
      const own = await seedAccount(store, { user })
      const theirs = await seedAccount(store, { user: colleague })
      await store.write((tx) => tx.openIdAccounts.deleteOfUser(user.id))
      await store.read(async (tx) => {
        expect(await tx.openIdAccounts.find(own.issuer, own.subject)).toBeUndefined()
        expect(await tx.openIdAccounts.ofUser(user.id)).toEqual([])
        expect(await tx.openIdAccounts.ofUser(colleague.id)).toEqual([theirs])
      })
    }),

    storeRule(
      'STORE-520',
      'there is one check value of the encryption key: the last that was set',
      async ({ store }) => {
        const find = () => store.read((tx) => tx.encryptionCheck.find())
        expect(await find()).toBeUndefined()
        for (const sealed of ['"one"', '"two"']) {
          await store.write((tx) => tx.encryptionCheck.set(sealed, BUILT_AT))
          expect(await find()).toBe(sealed)
        }
      },
    ),
  ],
}

async function seedAccount(store: Store, fields: Parameters<typeof newOpenIdAccountRow>[0]): Promise<OpenIdAccount> {
  const account = newOpenIdAccountRow(fields)
  await store.write((tx) => tx.openIdAccounts.insert(account))
  return account
}

async function seedSession(store: Store, fields: Parameters<typeof newSessionRow>[0]): Promise<Session> {
  const session = newSessionRow(fields)
  await store.write((tx) => tx.sessions.insert(session))
  return session
}

async function seedLink(store: Store, fields: Parameters<typeof newSignInLinkRow>[0]): Promise<SignInLink> {
  const link = newSignInLinkRow(fields)
  await store.write((tx) => tx.signInLinks.insert(link))
  return link
}
