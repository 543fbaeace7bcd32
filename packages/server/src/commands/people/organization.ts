import type { EmbeddedOrganization } from '@flagdeck/core'
import { FLAG_ACCESS_LEVELS } from '@flagdeck/core/operations'
import type { Settings } from '../../settings/settings.ts'
import type { CommandOutput } from '../command-output.ts'
import { CommandProblem } from '../command-problem.ts'
import { enterOrganization } from '../find-organization.ts'
import { listAvailable } from '../list-available.ts'
import { requireDatabase, withDeck, withDeckAsItIs } from '../with-deck.ts'
import type { OrganizationFlags } from './members.ts'

/** Changes of an organization. */
export interface OrganizationChanges extends OrganizationFlags {
  readonly name?: string
  /** Flag access of members without a role. */
  readonly defaultAccess?: string
}

type OrganizationDetails = Awaited<ReturnType<EmbeddedOrganization['get']>>
type Database = Pick<Settings, 'databaseUrl'>

/** null allows everything until access is set. */
const ACCESS = { ...FLAG_ACCESS_LEVELS, everything: null } as const

/** `flagdeck organization show`: returns an organization with its settings. */
export async function showOrganization(flags: OrganizationFlags, { databaseUrl }: Database): Promise<CommandOutput> {
  requireDatabase(databaseUrl)
  const organization = await withDeckAsItIs(databaseUrl, async (deck) =>
    (await enterOrganization(deck, flags.organization)).get(),
  )
  return { data: organizationData(organization), text: organizationText(organization) }
}

/** `flagdeck organization create`: creates an organization with a default project and without members (PROJ-18). */
export async function createOrganization(
  name: string,
  { defaultAccess }: Pick<OrganizationChanges, 'defaultAccess'>,
  { databaseUrl }: Database,
): Promise<CommandOutput> {
  const level = defaultAccess === undefined ? {} : { defaultFlagAccessLevel: accessNamed(defaultAccess) }
  requireDatabase(databaseUrl)
  const created = await withDeck(databaseUrl, (deck) => deck.organizations.create({ name, ...level }))
  const invite = `flagdeck member invite EMAIL --level owner --organization ${JSON.stringify(created.name)}`
  return {
    data: organizationData(created),
    text: `${organizationText(created)}\nInvite an owner: ${invite}`,
  }
}

/** `flagdeck organization update`: changes the settings of an organization (PEOPLE-1). */
export async function changeOrganization(
  { organization, name, defaultAccess }: OrganizationChanges,
  { databaseUrl }: Database,
): Promise<CommandOutput> {
  if (name === undefined && defaultAccess === undefined) {
    throw new CommandProblem('Specify --name, --default-access or both.', 2)
  }
  const level = defaultAccess === undefined ? {} : { defaultFlagAccessLevel: accessNamed(defaultAccess) }
  requireDatabase(databaseUrl)
  const changed = await withDeck(databaseUrl, async (deck) =>
    (await enterOrganization(deck, organization)).update({ ...(name !== undefined && { name }), ...level }),
  )
  return { data: organizationData(changed), text: organizationText(changed) }
}

function accessNamed(name: string): (typeof ACCESS)[keyof typeof ACCESS] {
  const found = Object.entries(ACCESS).find(([each]) => each === name)
  if (found) return found[1]
  throw new CommandProblem(`There is no access level "${name}"${listAvailable(name, Object.keys(ACCESS))}`, 2)
}

function accessName({ defaultFlagAccessLevel: level }: OrganizationDetails): string {
  return Object.entries(ACCESS).find(([, each]) => each === level)?.[0] ?? String(level)
}

function organizationData(organization: OrganizationDetails) {
  const { id, name, memberCount, projects } = organization
  return {
    id,
    name,
    default_access: accessName(organization),
    member_count: memberCount,
    projects: projects.map((project) => ({ id: project.id, name: project.name })),
  }
}

function organizationText(organization: OrganizationDetails): string {
  const { name, memberCount, projects } = organization
  return [
    `${name} has ${memberCount} ${memberCount === 1 ? 'member' : 'members'}.`,
    `Members without a role can ${PERMISSIONS[accessName(organization)] ?? 'use flags as their level permits'}.`,
    `Projects: ${projects.map((project) => `${project.name} (${project.id})`).join(', ') || 'none'}.`,
  ].join('\n')
}

const PERMISSIONS: Readonly<Record<string, string>> = {
  view: 'view flags',
  edit: 'edit all flags',
  everything: 'do everything with flags',
}
