import type { JsonObject, Organization, Project, User } from '@flagdeck/core'
import { makeBootstrap } from '@flagdeck/core/fixtures'
import type { FlagAccessLevel } from '@flagdeck/core/operations'
import { type BootstrapOrganization, createPersonalApiKey } from '@flagdeck/core/operations'
import { type NewFlag, parseTimestamp, type ReadTransaction, type Scope } from '@flagdeck/core/store'
import { expect } from 'vitest'
import type { ApiUnderTest } from './api-under-test.ts'
import { Caller } from './caller.ts'

export interface WorldOptions {
  /** The default level of the organization's members for flags; null: full access. */
  readonly defaultLevel?: FlagAccessLevel | null
}

/** A user with an API key that has all scopes. */
export interface Person extends Caller {
  readonly user: User
}

export interface KeyOptions {
  readonly projectIds?: readonly number[] | null
  readonly organizationIds?: readonly string[] | null
  readonly expiresAt?: string
}

/** An organization with two projects and four users, and another organization to which they have no access. */
export interface World {
  readonly api: ApiUnderTest
  readonly organization: Organization
  readonly project: Project
  /** Another project of the same organization. */
  readonly sister: Project
  readonly foreign: { readonly organization: Organization; readonly project: Project }
  readonly owner: Person
  readonly admin: Person
  readonly member: Person
  readonly colleague: Person
  /** The owner of the other organization. */
  readonly outsider: Person
  /** Members of the other organization. */
  readonly bystander: Person
  readonly stranger: Person
  /** Sends no credential. */
  readonly anonymous: Caller
  /** `/api/projects/{id}/feature_flags/` */
  readonly flags: string
  /** Creates another key of a user. */
  keyOf(person: Person, scopes: readonly Scope[], options?: KeyOptions): Promise<Caller>
  /** Creates a flag in the project, as the owner unless another user is given. */
  newFlag(fields?: JsonObject, creator?: Person): Promise<JsonObject & { readonly id: number; readonly key: string }>
  /** Creates a role in the organization. */
  newRole(level: FlagAccessLevel, people?: readonly Person[]): Promise<JsonObject & { readonly id: string }>
}

export type NewWorld = (options?: WorldOptions) => Promise<World>

/** Filters that match all users. */
export const EVERYBODY = { groups: [{ properties: [], rollout_percentage: 100 }] } as const satisfies JsonObject

let worlds = 0

export async function buildWorld(api: ApiUnderTest, { defaultLevel = null }: WorldOptions = {}): Promise<World> {
  const name = `w${++worlds}`
  await makeBootstrap(api.deck.context, {
    organizations: [homeOrganization(name, defaultLevel), foreignOrganization(name)],
  })
  const { home, away, users } = await api.deck.context.store.read((tx) => inhabitants(tx, name))
  const person = (role: Role): Person => Object.assign(new Caller(api, keyValue(name, role)), { user: users[role] })
  const owner = person('owner')
  const flags = `/api/projects/${home.web.id}/feature_flags/`
  return {
    api,
    organization: home.organization,
    project: home.web,
    sister: home.app,
    foreign: { organization: away.organization, project: away.web },
    owner,
    admin: person('admin'),
    member: person('member'),
    colleague: person('colleague'),
    outsider: person('outsider'),
    bystander: person('bystander'),
    stranger: person('stranger'),
    anonymous: new Caller(api),
    flags,
    keyOf: (person, scopes, options) => newKey(api, person, scopes, options),
    newFlag: (fields, creator = owner) => newFlag(creator, flags, fields),
    newRole: (level, people = []) => newRole(owner, home.organization, level, people),
  }
}

function homeOrganization(name: string, defaultFlagAccessLevel: FlagAccessLevel | null): BootstrapOrganization {
  return {
    name: `Home ${name}`,
    defaultFlagAccessLevel,
    members: [
      newMember(name, 'owner', 'owner'),
      newMember(name, 'admin', 'admin'),
      newMember(name, 'member', 'member'),
      newMember(name, 'colleague', 'member'),
    ],
    roles: [],
    projects: [newProject('Web', ['organization', 'company']), newProject('App', [])],
  }
}

function foreignOrganization(name: string): BootstrapOrganization {
  return {
    name: `Away ${name}`,
    defaultFlagAccessLevel: null,
    members: [
      newMember(name, 'outsider', 'owner'),
      newMember(name, 'bystander', 'member'),
      newMember(name, 'stranger', 'member'),
    ],
    roles: [],
    projects: [newProject('Web', [])],
  }
}

function newMember(world: string, name: string, level: 'owner' | 'admin' | 'member') {
  const apiKeys = [{ label: name, value: keyValue(world, name), scopes: ['*'] as const, expiresAt: null }]
  return { email: emailOf(world, name), firstName: name, lastName: 'Test', level, apiKeys }
}

function newProject(name: string, groupTypes: readonly string[]) {
  return {
    name,
    timezone: 'UTC',
    groupTypes,
    eventsAddGroupTypes: false,
    propertyMatchingVersion: 2,
    flags: [],
  } as const
}

function keyValue(world: string, name: string): string {
  return `phx_${world}_${name}_0123456789abcdef0123456789abcdef`
}

function emailOf(world: string, name: string): string {
  return `${name}@${world}.test`
}

const ROLES = ['owner', 'admin', 'member', 'colleague', 'outsider', 'bystander', 'stranger'] as const
type Role = (typeof ROLES)[number]

/** The users of a world, queried together, because there are thousands of worlds. */
async function inhabitants(tx: ReadTransaction, world: string) {
  const [home, away, ...found] = await Promise.all([
    placeNamed(tx, `Home ${world}`),
    placeNamed(tx, `Away ${world}`),
    ...ROLES.map(async (role) => [role, existing(await tx.users.findByEmail(emailOf(world, role)))] as const),
  ])
  const users = Object.fromEntries(found) as Record<Role, User> // of every role
  return { home: { ...home, app: existing(home.app) }, away, users }
}

async function placeNamed(tx: ReadTransaction, name: string) {
  const organization = existing(await tx.organizations.findByName(name))
  const [web, app] = await Promise.all(['Web', 'App'].map((each) => tx.projects.findByName(organization.id, each)))
  return { organization, web: existing(web), app }
}

async function newKey(api: ApiUnderTest, { user }: Person, scopes: readonly Scope[], options: KeyOptions = {}) {
  const { projectIds = null, organizationIds = null, expiresAt } = options
  const { value } = await createPersonalApiKey(api.deck.context, {
    user,
    label: 'made for a test',
    scopes,
    scopedProjectIds: projectIds,
    scopedOrganizationIds: organizationIds,
    expiresAt: expiresAt === undefined ? null : existing(parseTimestamp(expiresAt)),
  })
  return new Caller(api, value)
}

let flagsMade = 0

async function newFlag(creator: Person, flags: string, fields: JsonObject = {}) {
  const { status, body } = await creator.post(flags, { key: `flag-${++flagsMade}`, filters: EVERYBODY, ...fields })
  expect(body, 'the flag').toMatchObject({ id: expect.any(Number) })
  expect(status).toBe(201)
  return body as JsonObject & Pick<NewFlag, 'key'> & { readonly id: number } // validated against its schema
}

let rolesMade = 0

async function newRole(owner: Person, { id }: Organization, level: FlagAccessLevel, people: readonly Person[]) {
  const roles = `/api/organizations/${id}/roles/`
  const { body } = await owner.post(roles, { name: `Role ${++rolesMade}`, feature_flags_access_level: level })
  for (const { user } of people) {
    const added = await owner.post(`${roles}${body.id}/role_memberships/`, { user_uuid: user.uuid })
    expect(added.status).toBe(201)
  }
  return body as JsonObject & { readonly id: string } // validated against its schema
}

function existing<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the world is not as it was made')
  return value
}
