import { describe, expect, it, onTestFinished } from 'vitest'
import { inProcessChangeBus } from '../../data/change-bus.ts'
import { memoryStore } from '../../data/memory/memory-store.ts'
import type { Actor } from '../../data/records/actor.ts'
import { MEMBERSHIP_LEVELS } from '../../data/records/membership.ts'
import type { Store } from '../../data/store.ts'
import { StoreUnavailable } from '../../data/store-errors.ts'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import { quickPasswords } from '../../testing/quick-passwords.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { createFlag } from '../flags/create-flag.ts'
import { addGroupType } from '../persons/group-types.ts'
import { dryRun } from '../portability/dry-run.ts'
import { createRole } from './change-role.ts'
import { createPersonalApiKey } from './create-personal-api-key.ts'
import { createProject } from './create-project.ts'
import { enterProject, enterWithKey, enterWithProjectSecret } from './enter-project.ts'
import { revokeKey, rotateKey } from './keys/own-keys.ts'
import { removeMember, updateMember } from './people/change-member.ts'
import { enterWithSession } from './sessions/authenticate-session.ts'
import { changePassword } from './sessions/change-password.ts'
import { endMemberSessions, endSession, signOut } from './sessions/own-sessions.ts'
import { signInByOpenId } from './sessions/sign-in-by-openid.ts'
import { createSignInLink, signInByLink } from './sessions/sign-in-link.ts'
import { newSession, startSession } from './sessions/start-session.ts'
import { rotateApiToken, rotateSecretApiToken, updateProject } from './update-project.ts'

const isAway = () => Promise.reject(new StoreUnavailable('the cable is cut'))

/** Returns a store that can be unavailable, or fail during a commit. */
function fragileStore() {
  const whole = memoryStore()
  const cable = { isCut: false, breaksAtCommit: false }
  const store: Store = {
    ...whole,
    read: (work) => (cable.isCut ? isAway() : whole.read(work)),
    async write(work, options) {
      if (cable.isCut) return isAway()
      const result = await whole.write(work, options)
      return cable.breaksAtCommit ? isAway() : result
    },
  }
  return { store, cable }
}

/**
 * Creates a member who was authenticated by a key and two sessions, and a server with the secret token of the project.
 */
async function deckWithPeople() {
  const { store, cable } = fragileStore()
  const bus = inProcessChangeBus()
  const deck = await testDeck({ store, bus, project: { apiToken: 'phc_one', secretApiToken: 'phs_one' } })
  const context = { ...deck.context, passwords: quickPasswords() }
  const { member, owner } = deck
  const made = await createPersonalApiKey(context, { user: member, label: 'ci', scopes: ['*'] })
  const signIn = async () => {
    const opened = await newSession(context, 'password', { browser: '' })
    return store.write((tx) => startSession(tx, context, member, opened))
  }
  const [here, elsewhere] = [await signIn(), await signIn()]
  const enter = async (actor: Actor | Promise<Actor>) => {
    const ctx = { ...context, actor: await actor }
    await enterProject(ctx, { token: 'phc_one' })
    return enterProject(ctx, '@current')
  }
  const ways = {
    key: () => enter(enterWithKey(context, made.value)),
    session: () => enter(enterWithSession(context, here.value)),
    other: () => enter(enterWithSession(context, elsewhere.value)),
    secret: () => enter(enterWithProjectSecret(context, 'phs_one')),
  }
  const signedIn = { ...context, actor: await enterWithSession(context, here.value) }
  for (const way of Object.values(ways)) await way()
  const owners = await deck.inOrganization(owner)
  const asOwner = { ...(await deck.as(owner)), passwords: context.passwords }
  return { ...deck, context, cable, ways, owners, asOwner, signedIn, keyId: made.key.id, here, elsewhere }
}

type Scene = Awaited<ReturnType<typeof deckWithPeople>>
type Way = keyof Scene['ways']
const WAYS: readonly Way[] = ['key', 'session', 'other', 'secret']

async function waysIn({ ways }: Scene): Promise<readonly Way[]> {
  const open: Way[] = []
  for (const way of WAYS) {
    const entered = await ways[way]().catch((error: unknown) => error)
    if (!(entered instanceof Error)) open.push(way)
    else expect(entered).toBeInstanceOf(StoreUnavailable)
  }
  return open
}

const changes: readonly [string, (scene: Scene) => Promise<unknown>][] = [
  ['a new name of the project', ({ asOwner }) => updateProject(asOwner, { name: 'Renamed' })],
  ['a new key', ({ context, member }) => createPersonalApiKey(context, { user: member, label: 'x', scopes: ['*'] })],
  ['a new project', ({ owners }) => createProject(owners, { name: 'Another' })],
  ['a new role', ({ owners }) => createRole(owners, { name: 'Editors' })],
  ['a new group type', ({ asOwner }) => addGroupType(asOwner, { name: 'company' })],
  ['a dry run', ({ asOwner }) => dryRun(asOwner, (ctx) => createFlag(ctx, { key: 'tried' }))],
  [
    'a dry run that revokes',
    ({ asOwner, keyId, member }) =>
      dryRun(asOwner, (ctx) => revokeKey({ ...ctx, actor: { type: 'system' } }, keyId, member)),
  ],
]

it.each(changes)('OUT-3 everybody goes on while the store is away after %s', async (_, change) => {
  const scene = await deckWithPeople()
  await change(scene)
  scene.cable.isCut = true
  expect(await waysIn(scene)).toEqual(WAYS)
})

const taken: readonly [string, (scene: Scene) => Promise<unknown>, readonly Way[]][] = [
  [
    'a key that is revoked',
    ({ context, keyId, member }) => revokeKey(context, keyId, member),
    ['session', 'other', 'secret'],
  ],
  [
    'the value of a key that is rotated',
    ({ context, keyId, member }) => rotateKey(context, keyId, member),
    ['session', 'other', 'secret'],
  ],
  ['a member who is removed', ({ owners, member }) => removeMember(owners, member.uuid.toUpperCase()), ['secret']],
  [
    'a member who is put on another level',
    ({ owners, member }) => updateMember(owners, member.uuid, { level: MEMBERSHIP_LEVELS.admin }),
    ['secret'],
  ],
  [
    'the secret of a project that is replaced',
    ({ asOwner }) => rotateSecretApiToken(asOwner),
    ['key', 'session', 'other'],
  ],
  [
    'a session that is ended',
    ({ context, member, elsewhere }) => endSession(context, elsewhere.session.id, member),
    ['key', 'session', 'secret'],
  ],
  ['who signs out', ({ signedIn }) => signOut(signedIn), ['key', 'other', 'secret']],
  [
    'a member who is signed out everywhere',
    ({ owners, member }) => endMemberSessions(owners, member.uuid),
    ['key', 'secret'],
  ],
  [
    'all but the session that sets a password',
    ({ signedIn }) => changePassword(signedIn, { password: 'a long new password' }),
    ['key', 'session', 'secret'],
  ],
  [
    'who is verified by a provider',
    ({ context, member }) =>
      signInByOpenId(
        context,
        {
          issuer: 'https://id.test',
          subject: 'one',
          email: member.email,
          isEmailVerified: true,
          firstName: '',
          lastName: '',
        },
        null,
        { browser: '' },
      ),
    ['secret'],
  ],
  ['who had a password, and comes in by a first link', enterByFirstLink, ['secret']],
]

/** Signs in by a first link; another user may have set the password. */
async function enterByFirstLink({ context, store, member }: Scene) {
  await store.write((tx) => tx.passwords.set(member.id, '$hash$', timestampOf(context.clock())))
  const { token } = await createSignInLink(context, member)
  return signInByLink(context, { token }, { browser: '' })
}

describe('OUT-15 while the store is away it does not let in', () => {
  it.each(taken)('%s', async (_, take, left) => {
    const scene = await deckWithPeople()
    await take(scene)
    scene.cable.isCut = true
    expect(await waysIn(scene)).toEqual(left)
  })

  it('a key whose revocation nobody knows the end of', async () => {
    const scene = await deckWithPeople()
    scene.cable.breaksAtCommit = true
    await expect(revokeKey(scene.context, scene.keyId, scene.member)).rejects.toBeInstanceOf(StoreUnavailable)
    scene.cable.isCut = true
    expect(await waysIn(scene)).toEqual(['session', 'other', 'secret'])
  })

  it('what a first link has ended, of which nobody knows the end', async () => {
    const scene = await deckWithPeople()
    const { context, store, member, cable } = scene
    await store.write((tx) => tx.passwords.set(member.id, '$hash$', timestampOf(context.clock())))
    const { token } = await createSignInLink(context, member)
    cable.breaksAtCommit = true
    await expect(signInByLink(context, { token }, { browser: '' })).rejects.toBeInstanceOf(StoreUnavailable)
    cable.isCut = true
    expect(await waysIn(scene)).toEqual(['secret'])
  })

  it('nobody less because of a first link that ends nothing', async () => {
    const scene = await deckWithPeople()
    const { token } = await createSignInLink(scene.context, scene.member)
    await signInByLink(scene.context, { token }, { browser: '' })
    scene.cable.isCut = true
    expect(await waysIn(scene)).toEqual(WAYS)
  })

  it('nobody less because of who may not revoke', async () => {
    const scene = await deckWithPeople()
    const members = await scene.inOrganization(scene.member)
    await expect(removeMember(members, scene.owner.uuid)).rejects.toMatchObject({ kind: 'permission_denied' })
    scene.cable.isCut = true
    await expect(revokeKey(scene.context, scene.keyId, scene.member)).rejects.toBeInstanceOf(StoreUnavailable)
    expect(await waysIn(scene)).toEqual(WAYS)
  })

  it('by tokens of which another instance has told that they were replaced', async () => {
    const scene = await deckWithPeople()
    const { bus, store, asOwner, context, project, ways, cable } = scene
    const other = await testDeck({ store, bus })
    onTestFinished(() => other.deck.close())
    const { actor, access } = asOwner
    await rotateSecretApiToken({ ...other.context, project, actor, access })
    await rotateApiToken({ ...other.context, project, actor, access })
    await expect.poll(() => context.snapshots.peek(project.id)?.project.apiToken).not.toBe('phc_one')
    cable.isCut = true
    // Cached credentials that are not due for a check are accepted as usual.
    expect(await waysIn(scene)).toEqual(WAYS)
    context.credentials.lookAgain()
    expect(await waysIn(scene)).toEqual([])
    await expect(ways.secret()).rejects.toBeInstanceOf(StoreUnavailable)
  })
})
