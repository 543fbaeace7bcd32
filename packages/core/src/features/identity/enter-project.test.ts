import { describe, expect, it } from 'vitest'
import { timestampOf } from '../../foundation/time/timestamp.ts'
import { CREDENTIAL_TTL_MS, CredentialCache } from '../../runtime/access/credential-cache.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { countReads } from '../../testing/count-reads.ts'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { type TestDeckOptions, testDeck } from '../../testing/test-deck.ts'
import { createFlag } from '../flags/create-flag.ts'
import { retrieveFlag } from '../flags/retrieve-flag.ts'
import { createRole, deleteRole } from './change-role.ts'
import { addRoleMember } from './change-role-membership.ts'
import { createPersonalApiKey, type NewPersonalApiKey, personalApiKey } from './create-personal-api-key.ts'
import { enterProject, enterWithKey, enterWithProjectSecret } from './enter-project.ts'
import { updateProject } from './update-project.ts'

async function deckWithKey(options: TestDeckOptions = {}, fields: Partial<NewPersonalApiKey> = {}) {
  const deck = await testDeck(options)
  const { context, member } = deck
  const { value } = await createPersonalApiKey(context, { user: member, label: 'ci', scopes: ['*'], ...fields })
  const enter = async () => {
    const actor = await enterWithKey(context, value)
    return enterProject({ ...context, actor }, context.project.id)
  }
  return { ...deck, value, enter }
}

describe('what is remembered', () => {
  it('KEY-6 who it is and where it may go, for a few seconds', async () => {
    const reads = countReads()
    const nowMs = fixedClock()
    const { context, value } = await deckWithKey({ store: reads.store })
    const ctx = { ...context, credentials: new CredentialCache<ProjectContext>(nowMs) }
    const enter = async () => enterProject({ ...ctx, actor: await enterWithKey(ctx, value) }, context.project.id)
    const before = reads.count()
    const first = await enter()
    const cost = reads.count() - before
    expect(cost).toBeGreaterThan(0)
    expect(await enter()).toBe(first)
    expect(reads.count() - before).toBe(cost)
    nowMs.advance(CREDENTIAL_TTL_MS + 1)
    expect(await enter()).not.toBe(first)
    expect(reads.count() - before).toBe(2 * cost)
  })

  it('KEY-6 not a refusal', async () => {
    const { context, member } = await testDeck()
    await expect(enterWithKey(context, 'phx_late')).rejects.toMatchObject({ kind: 'authentication_failed' })
    // Written directly to the store, as another instance would.
    const row = await personalApiKey(context, { user: member, label: 'x', scopes: ['*'] }, 'phx_late')
    await context.store.write((tx) => tx.personalApiKeys.insert(row))
    await expect(enterWithKey(context, 'phx_late')).resolves.toMatchObject({ type: 'user' })
  })

  it('KEY-5 not beyond the moment a key expires', async () => {
    const expiresAt = timestampOf(Date.UTC(2026, 0, 1, 12, 0, 1))
    const { enter, clock } = await deckWithKey({}, { expiresAt })
    await enter()
    clock.advance(1000)
    await expect(enter()).rejects.toMatchObject({ kind: 'authentication_failed' })
  })

  it('KEY-6 each key and each project by itself', async () => {
    const { context, owner, member } = await testDeck()
    const keys = await Promise.all(
      [owner, member].map((user) => createPersonalApiKey(context, { user, label: 'x', scopes: ['*'] })),
    )
    const actors = await Promise.all(keys.map(({ value }) => enterWithKey(context, value)))
    expect(actors).toMatchObject([{ user: owner }, { user: member }])
    const [first = context.actor] = actors
    const byToken = await enterProject({ ...context, actor: first }, { token: context.project.apiToken })
    const byId = await enterProject({ ...context, actor: first }, context.project.id)
    expect(byToken).not.toBe(byId)
    const elsewhere = enterProject({ ...context, actor: first }, context.project.id, 'another organization')
    await expect(elsewhere).rejects.toMatchObject({ kind: 'not_found' })
    await expect(enterProject({ ...context, actor: first }, 404)).rejects.toMatchObject({ kind: 'not_found' })
  })

  it('KEY-2 the project of a secret too', async () => {
    const { context } = await testDeck()
    const { secretApiToken, id } = context.project
    const actor = await enterWithProjectSecret(context, secretApiToken)
    expect(await enterWithProjectSecret(context, secretApiToken)).toBe(actor)
    expect(actor).toEqual({ type: 'project_secret', projectId: id })
  })

  it('KEY-2 no secret as a key, nor a key as a secret', async () => {
    const { context, member } = await testDeck()
    const { secretApiToken } = context.project
    await enterWithProjectSecret(context, secretApiToken)
    await expect(enterWithKey(context, secretApiToken)).rejects.toMatchObject({ kind: 'authentication_failed' })
    const { value } = await createPersonalApiKey(context, { user: member, label: 'x', scopes: ['*'] })
    await enterWithKey(context, value)
    await expect(enterWithProjectSecret(context, value)).rejects.toMatchObject({ kind: 'authentication_failed' })
  })
})

describe('what is looked up again', () => {
  it('KEY-6 everything, when a role changes on this instance', async () => {
    const { enter, inOrganization, admin, member, as, owner } = await deckWithKey({
      organization: { defaultFlagAccessLevel: 21 },
    })
    const { id } = await createFlag(await as(owner), { key: 'a' })
    expect(await retrieveFlag(await enter(), id)).toMatchObject({ canEdit: false })
    const admins = await inOrganization(admin)
    const role = await createRole(admins, { name: 'Editors', flagAccessLevel: 37 })
    await addRoleMember(admins, role.id, { userUuid: member.uuid })
    expect(await retrieveFlag(await enter(), id)).toMatchObject({ canEdit: true })
    await deleteRole(admins, role.id)
    expect(await retrieveFlag(await enter(), id)).toMatchObject({ canEdit: false })
  })

  it('KEY-6 everything, when the project changes on this instance', async () => {
    const { enter, as, admin } = await deckWithKey()
    expect((await enter()).project).toMatchObject({ timezone: 'UTC' })
    await updateProject(await as(admin), { timezone: 'Europe/Berlin' })
    expect((await enter()).project).toMatchObject({ timezone: 'Europe/Berlin' })
  })
})
