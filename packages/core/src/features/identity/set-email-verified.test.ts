import { expect, it } from 'vitest'
import { testDeck } from '../../testing/test-deck.ts'
import { retrieveCurrentUser } from './retrieve-current-user.ts'
import { setEmailVerified } from './set-email-verified.ts'

it('KEY-12 is said by the system, true or false, and taken back', async () => {
  const { deck, as, member } = await testDeck()
  for (const isEmailVerified of [true, false, null]) {
    expect(await setEmailVerified(deck.context, member.email, isEmailVerified)).toEqual({ ...member, isEmailVerified })
    const stored = await deck.context.store.read((tx) => tx.users.find(member.id))
    expect(stored).toEqual({ ...member, isEmailVerified })
  }
  expect((await retrieveCurrentUser(await as(member))).user).toEqual(member)
})

it('KEY-12 is said by nobody of oneself, and of nobody who is not there', async () => {
  const { deck, owner } = await testDeck()
  await expect(setEmailVerified(deck.as(owner).context, owner.email, true)).rejects.toMatchObject({
    kind: 'permission_denied',
  })
  await expect(setEmailVerified(deck.context, 'nobody@acme.test', true)).rejects.toMatchObject({ kind: 'not_found' })
})
