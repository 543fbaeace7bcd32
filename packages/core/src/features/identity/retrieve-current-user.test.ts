import { expect, it } from 'vitest'
import { newMembershipRow } from '../../testing/row-builders.ts'
import { testDeck } from '../../testing/test-deck.ts'
import { authenticateKey } from './authenticate.ts'
import { createPersonalApiKey } from './create-personal-api-key.ts'
import { organizationSlug } from './organization-slug.ts'
import { retrieveCurrentUser, retrievePersonalApiKey } from './retrieve-current-user.ts'

it('KEY-8 shows a user with the organizations and the project at hand', async () => {
  const { as, member, organization, project } = await testDeck()
  const found = await retrieveCurrentUser(await as(member))
  const shown = { ...organization, slug: organizationSlug(organization) }
  expect(found).toMatchObject({ user: member, organization: shown, project: { id: project.id } })
  expect(found.organizations).toMatchObject([{ ...shown, membershipLevel: 1, memberCount: 3 }])
})

it('KEY-8 shows the organizations that the key is good for', async () => {
  const { as, member, store, organization } = await testDeck()
  const other = await testDeck({ store })
  const membership = newMembershipRow({ organizationId: other.organization.id, user: member })
  await store.write((tx) => tx.memberships.insert(membership))
  expect((await retrieveCurrentUser(await as(member))).organizations).toHaveLength(2)
  const bound = await as(member, { scopedOrganizationIds: [organization.id] })
  expect((await retrieveCurrentUser(bound)).organizations.map(({ id }) => id)).toEqual([organization.id])
})

it('KEY-8 needs the scope user:read, and a user', async () => {
  const { as, member, context } = await testDeck()
  const ctx = await as(member, { scopes: ['feature_flag:read'] })
  await expect(retrieveCurrentUser(ctx)).rejects.toMatchObject({
    message: "API key missing required scope 'user:read'",
  })
  await expect(retrieveCurrentUser(context)).rejects.toMatchObject({ kind: 'not_found' })
})

it('KEY-8 shows the key that the caller came with', async () => {
  const { context, member, as } = await testDeck()
  const { key, value } = await createPersonalApiKey(context, { user: member, label: 'ci', scopes: [] })
  const ctx = { ...context, actor: await authenticateKey(context, value) }
  expect(await retrievePersonalApiKey(ctx)).toMatchObject({ id: key.id, label: 'ci' })
  await expect(retrievePersonalApiKey(await as(member))).rejects.toMatchObject({ kind: 'not_found' })
  await expect(retrievePersonalApiKey(context)).rejects.toMatchObject({ kind: 'not_found' })
})
