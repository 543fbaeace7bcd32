import { SYSTEM } from '../data/records/actor.ts'
import { MEMBERSHIP_LEVELS } from '../data/records/membership.ts'
import type { Organization } from '../data/records/organization.ts'
import type { Project } from '../data/records/project.ts'
import { USUAL_STALENESS } from '../data/records/staleness.ts'
import type { User } from '../data/records/user.ts'
import type { Transaction } from '../data/store.ts'
import { createFlag } from '../features/flags/create-flag.ts'
import type { CreateFlagInput } from '../features/flags/flag-input.ts'
import { personalApiKey } from '../features/identity/create-personal-api-key.ts'
import { hashKey } from '../features/identity/hash-key.ts'
import { insertOrganization } from '../features/identity/insert-organization.ts'
import { newProject } from '../features/identity/new-project.ts'
import { openProject } from '../features/identity/open-project.ts'
import { endEntrances, mayBeOfOthers } from '../features/identity/sessions/end-entrances.ts'
import { DomainError } from '../foundation/errors/domain-error.ts'
import { timestampOf } from '../foundation/time/timestamp.ts'
import { writeIdentity } from '../runtime/change-project.ts'
import type { Context, ProjectContext } from '../runtime/context.ts'
import type {
  Bootstrap,
  BootstrapMember,
  BootstrapOrganization,
  BootstrapProject,
  BootstrapRole,
} from './bootstrap-document/bootstrap.ts'
import { forEntry } from './bootstrap-document/bootstrap-refused.ts'
import { documentPath } from './bootstrap-document/document-path.ts'

/** The result of applying a bootstrap document. */
export interface AppliedBootstrap {
  /**
   * Places where the document names rotated or revoked keys: these stay so, and can be removed from the document
   * (BOOT-10).
   */
  readonly retiredKeys: readonly string[]
}

/** Creates what a validated bootstrap document names and the store does not have (BOOT-1). */
export async function makeBootstrap(ctx: Context, bootstrap: Bootstrap): Promise<AppliedBootstrap> {
  for (const [index, organization] of bootstrap.organizations.entries()) {
    const path = ['organizations', index]
    const write = () => writeIdentity(ctx, (tx) => ensureOrganization(tx, ctx, organization))
    const projects = await forEntry(path, () => againIfTaken(write))
    for (const [index, project] of projects.entries()) {
      await ensureFlags(ctx, project.id, organization.projects[index]?.flags ?? [], [...path, 'projects', index])
    }
  }
  return { retiredKeys: await pathsOfRetiredKeys(ctx, bootstrap) }
}

async function pathsOfRetiredKeys({ store }: Context, { organizations }: Bootstrap): Promise<readonly string[]> {
  const named = organizations.flatMap(({ members }, organization) =>
    members.flatMap(({ apiKeys }, member) =>
      apiKeys.map(({ value }, key) => ({
        value,
        path: documentPath(['organizations', organization, 'members', member, 'api_keys', key]),
      })),
    ),
  )
  if (named.length === 0) return []
  return store.read(async (tx) => {
    const paths: string[] = []
    for (const { value, path } of named) {
      if (await tx.personalApiKeys.isRetired(await hashKey(value))) paths.push(path)
    }
    return paths
  })
}

type Tools = Pick<Context, 'ids' | 'clock'>

/** Creates the missing records of one organization; returns its projects in the order of the document. */
export async function ensureOrganization(
  tx: Transaction,
  tools: Tools,
  wanted: BootstrapOrganization,
): Promise<readonly Project[]> {
  const organization = (await tx.organizations.findByName(wanted.name)) ?? (await insertOrganization(tx, tools, wanted))
  const projects: Project[] = []
  for (const project of wanted.projects) projects.push(await ensureProject(tx, tools, organization, project))
  for (const member of wanted.members) await ensureMember(tx, tools, organization, member)
  for (const role of wanted.roles) await ensureRole(tx, tools, organization, role)
  return projects
}

async function ensureProject(
  tx: Transaction,
  tools: Tools,
  organization: Organization,
  wanted: BootstrapProject,
): Promise<Project> {
  const found = await tx.projects.findByName(organization.id, wanted.name)
  if (found) return found
  const { apiToken, secretApiToken, staleness = USUAL_STALENESS, flags: _, ...fields } = wanted
  return tx.projects.insert(
    newProject(tools, {
      ...fields,
      staleness,
      organizationId: organization.id,
      ...(apiToken === undefined ? {} : { apiToken }),
      ...(secretApiToken === undefined ? {} : { secretApiToken }),
    }),
  )
}

/** Creates a missing member, with its keys. */
export async function ensureMember(
  tx: Transaction,
  tools: Tools,
  organization: Organization,
  wanted: BootstrapMember,
): Promise<void> {
  const user = (await tx.users.findByEmail(wanted.email)) ?? (await tx.users.insert(newUser(tools, wanted)))
  if (!(await tx.memberships.find(organization.id, user.id))) {
    await endWhatOthersSet(tx, tools, user)
    const now = timestampOf(tools.clock())
    await tx.memberships.insert({
      id: tools.ids.uuid(),
      organizationId: organization.id,
      user,
      level: MEMBERSHIP_LEVELS[wanted.level],
      joinedAt: now,
      updatedAt: now,
    })
  }
  for (const key of wanted.apiKeys) await ensureApiKey(tx, tools, organization, user, key)
}

/** Runs before the user joins, so that existing keys do not give access to the organization (SESS-30). */
async function endWhatOthersSet(tx: Transaction, tools: Tools, { id }: User): Promise<void> {
  const user = await tx.users.lock(id)
  if (user && (await mayBeOfOthers(tx, user))) await endEntrances(tx, { ...tools, actor: SYSTEM }, user)
}

function newUser(
  tools: Tools,
  { email, firstName, lastName, isEmailVerified = null }: BootstrapMember,
): Omit<User, 'id'> {
  return {
    uuid: tools.ids.uuid(),
    distinctId: tools.ids.uuid(),
    firstName,
    lastName,
    email,
    isEmailVerified,
    createdAt: timestampOf(tools.clock()),
  }
}

async function ensureApiKey(
  tx: Transaction,
  tools: Tools,
  organization: Organization,
  user: User,
  wanted: BootstrapMember['apiKeys'][number],
): Promise<void> {
  const secureValue = await hashKey(wanted.value)
  if (await tx.personalApiKeys.findBySecureValue(secureValue)) return
  // Checked last: a request that concurrently revokes a key records that in the same write.
  if (await tx.personalApiKeys.isRetired(secureValue)) return
  const fields = {
    user,
    label: wanted.label,
    scopes: wanted.scopes,
    expiresAt: wanted.expiresAt,
    scopedOrganizationIds: [organization.id],
    scopedProjectIds: wanted.projects ? await projectIds(tx, organization, wanted.projects) : null,
  }
  await tx.personalApiKeys.insert(await personalApiKey(tools, fields, wanted.value))
}

async function projectIds(tx: Transaction, organization: Organization, names: readonly string[]): Promise<number[]> {
  const projects = await Promise.all(names.map((name) => tx.projects.findByName(organization.id, name)))
  return projects.flatMap((project) => project?.id ?? [])
}

async function ensureRole(
  tx: Transaction,
  tools: Tools,
  organization: Organization,
  wanted: BootstrapRole,
): Promise<void> {
  if (await tx.roles.findByName(organization.id, wanted.name)) return
  const now = timestampOf(tools.clock())
  const role = {
    id: tools.ids.uuid(),
    organizationId: organization.id,
    name: wanted.name,
    flagAccessLevel: wanted.flagAccessLevel,
    createdAt: now,
    createdBy: null,
  }
  await tx.roles.insert(role)
  for (const email of wanted.members) {
    const user = await tx.users.findByEmail(email)
    const membership = user && { id: tools.ids.uuid(), roleId: role.id, user, joinedAt: now, updatedAt: now }
    if (membership) await tx.roleMemberships.insert(organization.id, membership)
  }
}

async function ensureFlags(
  ctx: Context,
  projectId: number,
  flags: BootstrapProject['flags'],
  projectPath: readonly (string | number)[],
): Promise<void> {
  if (flags.length === 0) return
  const project = await openProject(ctx, projectId)
  for (const [index, flag] of flags.entries()) {
    await forEntry([...projectPath, 'flags', index], () => againIfTaken(() => ensureFlag(project, flag)))
  }
}

async function ensureFlag(ctx: ProjectContext, flag: CreateFlagInput): Promise<void> {
  const holders = await ctx.store.read((tx) => tx.flags.findAllByKey(ctx.project.id, flag.key))
  if (holders.length === 0) await createFlag(ctx, flag)
}

/**
 * Runs `work` again after a conflict: if two instances start concurrently, the second finds what the first has created.
 */
async function againIfTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DomainError && error.code === 'unique') return work()
    throw error
  }
}
