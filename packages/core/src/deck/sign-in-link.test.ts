import { expect, it, onTestFinished } from 'vitest'
import { memoryStore } from '../data/memory/memory-store.ts'
import { builtinPasswords } from '../runtime/secrets/scrypt-passwords.ts'
import { createFlagdeck } from './flagdeck.ts'

async function deckWithOwner(options: { readonly passwords?: null } = {}) {
  const deck = await createFlagdeck({ store: memoryStore(), ...options })
  onTestFinished(() => deck.close())
  const first = await deck.createFirstKey()
  const { user } = (await (await deck.organization()).members.list()).items[0] ?? {}
  if (!first || !user) throw new Error('no owner')
  return { deck, user }
}

it('EMBED-40 makes a sign-in link for a user, below the base URL', async () => {
  const { deck, user } = await deckWithOwner()
  expect(await deck.signInLink(user)).toMatch(/^\/console\/#\/sign-in\/phl_\w{43}$/)
  const email = ` ${user.email.toUpperCase()} `
  expect(await deck.signInLink({ email }, { baseUrl: 'https://acme.test/flags/' })).toMatch(
    /^https:\/\/acme\.test\/flags\/console\/#\/sign-in\/phl_/,
  )
})

it('EMBED-40 makes no link for an address that only becomes another in lower case', async () => {
  const { deck } = await deckWithOwner()
  const organization = await deck.organization()
  await deck.acceptInvitation((await organization.invitations.create({ email: 'kate@acme.test', level: 1 })).token)
  const kelvinSign = '\u212a'
  await expect(deck.signInLink({ email: `${kelvinSign}ate@acme.test` })).rejects.toMatchObject({ code: 'not_found' })
  expect(await deck.signInLink({ email: 'Kate@acme.test' })).toContain('/sign-in/phl_')
})

it('EMBED-40 makes no link for an unknown address, or for a deck that acts as a user', async () => {
  const { deck, user } = await deckWithOwner()
  await expect(deck.signInLink({ email: 'unknown@acme.test' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(deck.as(user).signInLink(user)).rejects.toMatchObject({ code: 'permission_denied' })
  await expect(deck.as(user).signInLink({ email: 'unknown@acme.test' })).rejects.toMatchObject({
    code: 'permission_denied',
  })
})

it('EMBED-41 hashes passwords with scrypt on Node, unless they are turned off', async () => {
  const { deck } = await deckWithOwner()
  expect(await deck.context.passwords?.hash('correct horse')).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/)
  expect((await deckWithOwner({ passwords: null })).deck.context.passwords).toBeNull()
})

it('EMBED-41 accepts no passwords on a runtime without node:crypto', () => {
  expect(builtinPasswords({})).toBeNull()
  expect(builtinPasswords({ process: { getBuiltinModule: () => undefined } })).toBeNull()
})
