import { expect, it } from 'vitest'
import { makeBootstrap } from '../../deck/make-bootstrap.ts'
import { newOrganizationRow } from '../../testing/row-builders.ts'
import { testDeck } from '../../testing/test-deck.ts'

async function deckWith(...names: readonly string[]) {
  const { deck, store, context } = await testDeck()
  const organizations = names.map((name) => {
    return { name, defaultFlagAccessLevel: null, members: [], roles: [], projects: [] }
  })
  await makeBootstrap(context, { organizations })
  const find = async (name: string) =>
    (await store.read((tx) => tx.organizations.findByName(name))) ?? { id: '', slug: '' }
  const slugs = await Promise.all(names.map(async (name) => (await find(name)).slug))
  return { deck, store, find, slugs }
}

it('PROJ-13 gives an organization a slug of the letters and digits of its name', async () => {
  const { slugs } = await deckWith('Acme, Inc.', 'Zoë & Søn 2', `${'Long '.repeat(20)}`.trim(), '名前')
  expect(slugs).toEqual(['acme-inc', 'zoe-s-n-2', 'long-long-long-long-long-long-long-long', 'organization'])
})

it('PROJ-13 adds a part of the id where another has the slug, or could get it', async () => {
  const { slugs, find } = await deckWith(
    'Acme',
    'ACME',
    'acme!',
    'team 0123abcd',
    '00000000-0000-4000-8000-00000000000a',
  )
  const end = async (name: string) => (await find(name)).id.slice(-8)
  expect(slugs).toEqual([
    'acme',
    `acme-${await end('ACME')}`,
    `acme-${await end('acme!')}`,
    `team-0123abcd-${await end('team 0123abcd')}`,
    `00000000-0000-4000-8000-00000000000a-${await end('00000000-0000-4000-8000-00000000000a')}`,
  ])
})

it('PROJ-13 keeps the slug when the name changes', async () => {
  const { deck, find } = await deckWith('Acme')
  const home = await deck.organization((await find('Acme')).id)
  expect(await home.update({ name: 'Umbrella' })).toMatchObject({ name: 'Umbrella', slug: 'acme' })
  expect(await home.get()).toMatchObject({ slug: 'acme' })
})

it('PROJ-13 derives that of an organization from before there were slugs, and stores it with a change', async () => {
  const { deck, store } = await testDeck()
  const old = newOrganizationRow({ name: 'Old Ways' })
  await store.write((tx) => tx.organizations.insert(old))
  const slug = `old-ways-${old.id.slice(-8)}`
  const home = await deck.organization(old.id)
  expect(await home.get()).toMatchObject({ slug })
  expect(await home.update({ name: 'New Ways' })).toMatchObject({ name: 'New Ways', slug })
  expect((await store.read((tx) => tx.organizations.find(old.id)))?.slug).toBe(slug)
})
