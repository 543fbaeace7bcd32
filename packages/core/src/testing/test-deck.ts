import { onTestFinished } from 'vitest'
import { type ChangeBus, inProcessChangeBus } from '../data/change-bus.ts'
import { memoryStore } from '../data/memory/memory-store.ts'
import type { UserActor } from '../data/records/actor.ts'
import type { MembershipLevel } from '../data/records/membership.ts'
import type { Organization } from '../data/records/organization.ts'
import type { PersonalApiKey } from '../data/records/personal-api-key.ts'
import type { Project } from '../data/records/project.ts'
import type { User } from '../data/records/user.ts'
import type { Store } from '../data/store.ts'
import { createFlagdeck, type EmbeddedProject, type Flagdeck } from '../deck/flagdeck.ts'
import type { FlagdeckOptions } from '../deck/flagdeck-options.ts'
import { openOrganization, openProject } from '../features/identity/open-project.ts'
import type { IdSource } from '../foundation/ids/random-ids.ts'
import type { Limits, OrganizationContext, ProjectContext } from '../runtime/context.ts'
import type { EncryptionKeys } from '../runtime/secrets/payload-cipher.ts'
import type { DefinitionsCache } from '../runtime/snapshots/definitions-cache.ts'
import { countingIds } from './counting-ids.ts'
import { type FixedClock, fixedClock } from './fixed-clock.ts'
import {
  newMembershipRow,
  newOrganizationRow,
  newPersonalApiKeyRow,
  newProjectRow,
  newUserRow,
} from './row-builders.ts'

/** Usage of flags is written to the store only when a test calls for it. */
const NOT_DURING_A_TEST_MS = 3_600_000

export interface TestDeckOptions extends Pick<FlagdeckOptions, 'recordUsage' | 'usageRetention' | 'onEvaluation'> {
  readonly store?: Store
  readonly bus?: ChangeBus
  readonly definitionsCache?: DefinitionsCache
  readonly limits?: Partial<Limits>
  readonly encryptionKey?: EncryptionKeys
  readonly checkIntervalMs?: number
  readonly organization?: Partial<Organization>
  readonly project?: Partial<Project>
  readonly onError?: (error: unknown) => void
}

/** The restrictions of a personal API key; missing fields restrict nothing. */
export type TestKey = Partial<NonNullable<UserActor['key']>>

/** A deck on a memory store with a fixed clock and fixed ids, and one organization with a project and three users. */
export interface TestDeck extends EmbeddedProject {
  readonly project: Project
  readonly deck: Flagdeck
  readonly store: Store
  readonly bus: ChangeBus
  readonly clock: FixedClock
  readonly organization: Organization
  readonly owner: User
  readonly admin: User
  readonly member: User
  /** Returns the project's context for a user; with `key`, restricted by a personal API key with these fields. */
  as(user: User, key?: TestKey): Promise<ProjectContext>
  /** Returns the organization's context for a user; with `key`, restricted by a personal API key with these fields. */
  inOrganization(user: User, key?: TestKey): Promise<OrganizationContext>
}

/** Creates a deck for one test, and closes it when the test ends. */
export async function testDeck(options: TestDeckOptions = {}): Promise<TestDeck> {
  const { store = memoryStore(), bus = inProcessChangeBus() } = options
  const clock = fixedClock()
  const people = await seedPeople(store, options)
  const onError = options.onError ?? refuseSilence
  const usageFlushIntervalMs = NOT_DURING_A_TEST_MS
  const { organization: _, project: __, ...deckOptions } = options
  const deck = await createFlagdeck({
    ...deckOptions,
    ...{ store, bus, clock, onError, usageFlushIntervalMs, ids: predictableIds },
  })
  onTestFinished(() => deck.close())
  const embedded = await deck.project(people.projectId)
  const { project } = embedded.context
  return { ...people, ...embedded, project, deck, store, bus, clock, ...entrances(deck, people) }
}

async function seedPeople(store: Store, options: TestDeckOptions) {
  const organization = newOrganizationRow(options.organization)
  return store.write(async (tx) => {
    await tx.organizations.insert(organization)
    const project = await tx.projects.insert({
      ...newProjectRow({ organizationId: organization.id }),
      ...options.project,
    })
    const join = async (level: MembershipLevel) => {
      const user = await tx.users.insert(newUserRow())
      await tx.memberships.insert(newMembershipRow({ organizationId: organization.id, user, level }))
      return user
    }
    return { organization, projectId: project.id, owner: await join(15), admin: await join(8), member: await join(1) }
  })
}

function entrances(deck: Flagdeck, { projectId, organization }: { projectId: number; organization: Organization }) {
  const contextOf = async (user: User, fields?: TestKey) => {
    const key = fields ? await storedKey(deck, newPersonalApiKeyRow({ user, ...fields })) : null
    return { ...deck.context, actor: { type: 'user' as const, user, key } }
  }
  return {
    as: async (user: User, key?: TestKey) => openProject(await contextOf(user, key), projectId),
    inOrganization: async (user: User, key?: TestKey) => openOrganization(await contextOf(user, key), organization.id),
  }
}

async function storedKey({ context }: Flagdeck, key: PersonalApiKey): Promise<PersonalApiKey> {
  await context.store.write((tx) => tx.personalApiKeys.insert(key))
  return key
}

const newId = countingIds()
let secrets = 0

/** Differ from the ids of other decks and of built rows: both may be in one store. */
const predictableIds: IdSource = {
  uuid: () => newId().replace(/^0/, 'd'),
  secret: (prefix) => prefix + String(++secrets).padStart(43, '0'),
}

/** Errors of background work fail the test, unless the test expects them. */
function refuseSilence(error: unknown): never {
  throw error
}
