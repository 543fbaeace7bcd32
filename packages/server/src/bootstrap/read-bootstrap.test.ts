import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFlagdeck, memoryStore, SYSTEM } from '@flagdeck/core'
import { DEFAULT_LIMITS } from '@flagdeck/core/operations'
import { afterAll, describe, expect, test } from 'vitest'
import { applyDocument } from './apply-document.ts'
import { readBootstrap } from './read-bootstrap.ts'

const folder = mkdtempSync(join(tmpdir(), 'flagdeck-bootstrap-'))
const path = join(folder, 'acme.json')
afterAll(() => rmSync(folder, { recursive: true }))

function read(document: unknown) {
  writeFileSync(path, typeof document === 'string' ? document : JSON.stringify(document))
  return readBootstrap(path, DEFAULT_LIMITS)
}

function complaint(document: unknown): string {
  try {
    read(document)
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return text.replace(`The bootstrap document ${path} cannot be applied: `, '')
  }
  throw new Error('the document was accepted')
}

/** Returns a document like that of docs/bootstrap.md, with some of its one organization's entries replaced. */
function acme(changes: object = {}) {
  const organization = {
    name: 'Acme',
    default_feature_flags_access_level: null,
    members: [
      {
        email: 'Ada@acme.test',
        first_name: 'Ada',
        level: 'owner',
        api_keys: [{ label: 'ci', value: 'phx_secret', scopes: ['*'], projects: ['Web'], expires_at: null }],
      },
    ],
    roles: [{ name: 'Engineering', feature_flags_access_level: 37, members: ['ada@acme.test'] }],
    projects: [
      {
        name: 'Web',
        api_token: 'phc_web',
        secret_api_token: 'phs_web',
        timezone: 'Europe/Berlin',
        group_types: ['organization', 'company'],
        flags: [{ key: 'beta', filters: { groups: [{ rollout_percentage: 50 }] }, has_enriched_analytics: true }],
      },
    ],
    ...changes,
  }
  return { organizations: [organization] }
}

const member = (fields: object) => acme({ members: [{ email: 'ada@acme.test', ...fields }] })
const key = (fields: object) => member({ api_keys: [{ value: 'phx_x', ...fields }] })
const project = (fields: object) => acme({ members: [], roles: [], projects: [{ name: 'Web', ...fields }] })
const flag = (fields: object) => project({ flags: [{ key: 'beta', ...fields }] })

describe('a bootstrap document', () => {
  test('becomes the input that core takes', () => {
    expect(read(acme()).bootstrap).toEqual({
      organizations: [
        {
          name: 'Acme',
          defaultFlagAccessLevel: null,
          members: [
            {
              email: 'ada@acme.test',
              firstName: 'Ada',
              lastName: '',
              isEmailVerified: null,
              level: 'owner',
              apiKeys: [{ label: 'ci', value: 'phx_secret', scopes: ['*'], projects: ['Web'], expiresAt: null }],
            },
          ],
          roles: [{ name: 'Engineering', flagAccessLevel: 37, members: ['ada@acme.test'] }],
          projects: [
            {
              name: 'Web',
              apiToken: 'phc_web',
              secretApiToken: 'phs_web',
              timezone: 'Europe/Berlin',
              groupTypes: ['organization', 'company'],
              eventsAddGroupTypes: false,
              staleness: { notCalledDays: 30, neverCalledDays: null, rolledOutDays: null },
              propertyMatchingVersion: 2,
              flags: [{ key: 'beta', filters: { groups: [{ rollout_percentage: 50 }] }, hasEnrichedAnalytics: true }],
            },
          ],
        },
      ],
    })
  })

  test('needs no more than names', () => {
    expect(read({ organizations: [{ name: 'Acme' }] }).bootstrap.organizations[0]?.members).toEqual([])
    expect(read(member({})).bootstrap.organizations).toHaveLength(1)
    expect(read(project({})).bootstrap.organizations[0]?.projects[0]).toMatchObject({ timezone: 'UTC', flags: [] })
  })

  test('SERVE-4 may hold a flag as the API showed it', () => {
    const [web] = read(flag({ id: 7, can_edit: true, status: 'ACTIVE' })).bootstrap.organizations[0]?.projects ?? []
    expect(web?.flags).toEqual([{ key: 'beta' }])
  })
})

describe('SERVE-4 a value that cannot be used is named by its path', () => {
  test.for([
    [{}, 'organizations is missing.'],
    [[], 'the document must be an object.'],
    [{ organizations: {} }, 'organizations must be a list.'],
    [{ organizations: [{}] }, 'organizations[0].name is missing.'],
    [{ organizations: [], users: [] }, 'users is unknown.'],
    [acme({ name: ' ' }), 'organizations[0].name must not be empty.'],
    [acme({ default_feature_flags_access_level: 30 }), /_access_level must be 21 or 37\.$/],
    [
      acme({ members: [{ email: 'a@b.c' }, { email: 'd@e.f', level: 'boss' }], roles: [], projects: [] }),
      'organizations[0].members[1].level must be "member", "admin" or "owner".',
    ],
    [member({ mail: 'x' }), 'organizations[0].members[0].mail is unknown (did you mean email?).'],
    [member({ email: 'ada' }), 'organizations[0].members[0].email must be an e-mail address.'],
    [key({ value: 'phx_' }), /members\[0\].api_keys\[0\].value must start with phx_, or be an older key/],
    [key({ value: 'phc_0123456789abcdef' }), /api_keys\[0\].value must start with phx_/],
    [key({ value: 'short' }), /api_keys\[0\].value must start with phx_/],
    [key({ scopes: ['*', 'flag:read'] }), /api_keys\[0\].scopes\[1\] is not a valid scope/],
    [key({ scopes: [] }), /api_keys\[0\].scopes must not be empty/],
    [key({ expires_at: 'tomorrow' }), /api_keys\[0\].expires_at must be a date in ISO 8601/],
    [
      project({ timezone: 'Mars/Olympus' }),
      'organizations[0].projects[0].timezone is not a time zone: use a name such as "Europe/Berlin".',
    ],
    [project({ api_token: 'phx_web' }), /projects\[0\].api_token must be phc_ followed by letters or digits/],
    [project({ secret_api_token: 'phc_web' }), /projects\[0\].secret_api_token must be phs_/],
    [project({ group_types: ['a', 'b', 'c', 'd', 'e', 'f'] }), /group_types must have at most 5 entries/],
    [project({ property_matching_version: 3 }), /property_matching_version must be 1 or 2/],
    [flag({ filter: {} }), /projects\[0\].flags\[0\].filter is unknown \(did you mean filters\?\)/],
    [flag({ key: 'a b' }), /flags\[0\].key is invalid: Only letters, numbers, hyphens/],
    [
      flag({ filters: { groups: [{ rollout_percentage: 101 }] } }),
      /flags\[0\].filters is invalid: groups\[0\].rollout_percentage: /,
    ],
  ] as const)('%j', ([document, sentence]) => {
    expect(complaint(document)).toMatch(sentence)
  })

  test('also when it is not JSON', () => {
    expect(complaint('{')).toMatch(/^The bootstrap document .*acme.json is not valid JSON/)
  })
})

describe('SERVE-5 entries name each other', () => {
  test.for([
    [acme({ members: [] }), 'organizations[0].roles[0].members[0] is not a member of the organization.'],
    [
      acme({ projects: [{ name: 'App' }] }),
      'organizations[0].members[0].api_keys[0].projects[0] is not a project of the organization.',
    ],
    [
      acme({ members: [{ email: 'a@b.c' }, { email: 'A@B.c' }], roles: [] }),
      'organizations[0].members[1].email appears twice.',
    ],
    [project({ group_types: ['a', 'b', 'a'] }), 'organizations[0].projects[0].group_types[2] appears twice.'],
    [project({ flags: [{ key: 'a' }, { key: 'a' }] }), 'organizations[0].projects[0].flags[1].key appears twice.'],
    [
      { organizations: [...acme().organizations, { ...acme().organizations[0], name: 'Other' }] },
      'organizations[1].projects[0].api_token appears twice.',
    ],
    [{ organizations: [{ name: 'Acme' }, { name: 'Acme' }] }, 'organizations[1].name appears twice.'],
    [
      acme({ members: [{ email: 'ada@acme.test', api_keys: [{ value: 'phx_x' }, { value: 'phx_x' }] }] }),
      'organizations[0].members[0].api_keys[1].value appears twice.',
    ],
  ] as const)('%j', ([document, sentence]) => {
    expect(complaint(document)).toBe(sentence)
  })

  test('no complaint repeats a key or a token', () => {
    const documents = [
      key({ value: 'ph_SECRET' }),
      project({ api_token: 'SECRET' }),
      acme({ members: [{ email: 'a@b.c', api_keys: [{ value: 'phx_SECRET' }, { value: 'phx_SECRET' }] }] }),
    ]
    for (const document of documents) expect(complaint(document)).not.toMatch('SECRET')
  })
})

describe('applying a document', () => {
  test('BOOT-1 creates what is missing, and nothing the second time', async () => {
    const deck = await createFlagdeck({ store: memoryStore() })
    await applyDocument(deck.context, path, read(acme()).document)
    const before = await deck.context.store.read((tx) => tx.projects.first())
    await applyDocument(deck.context, path, read(acme({ default_feature_flags_access_level: 21 })).document)
    expect(await deck.context.store.read((tx) => tx.projects.first())).toEqual(before)
    expect(deck.context.actor).toBe(SYSTEM)
    await deck.close()
  })

  test('what the database refuses is named by its path too', async () => {
    const deck = await createFlagdeck({ store: memoryStore() })
    await applyDocument(deck.context, path, read(acme()).document)
    const other = { ...acme().organizations[0], name: 'Other' }
    await expect(applyDocument(deck.context, path, read({ organizations: [other] }).document)).rejects.toThrow(
      `${path} cannot be applied: organizations[0].api_token is invalid: There is already a project with this token.`,
    )
    await deck.close()
  })

  test('what depends on another flag is checked when it is applied', async () => {
    const deck = await createFlagdeck({ store: memoryStore() })
    const properties = [{ type: 'flag', key: '999', value: true, operator: 'flag_evaluates_to' }]
    const { document } = read(flag({ filters: { groups: [{ properties, rollout_percentage: 100 }] } }))
    await expect(applyDocument(deck.context, path, document)).rejects.toThrow(
      /organizations\[0\]\.projects\[0\]\.flags\[0\]\.filters.* is invalid: /,
    )
    await deck.close()
  })
})
