import type * as z from 'zod'
import type { Bootstrap, BootstrapOrganization } from './bootstrap.ts'

type Refinement = z.core.$RefinementCtx

/** Requires that all references within an organization name an entry, and that names are unique. */
export function checkReferences(organization: BootstrapOrganization, context: Refinement): void {
  const { members, roles, projects } = organization
  const emails = members.map((member) => member.email)
  const projectNames = projects.map((project) => project.name)
  refuseSecond(context, emails, (index) => ['members', index, 'email'])
  refuseSecond(context, projectNames, (index) => ['projects', index, 'name'])
  refuseSecond(
    context,
    roles.map((role) => role.name.toLowerCase()),
    (index) => ['roles', index, 'name'],
  )
  for (const [index, role] of roles.entries()) {
    refuseStrangers(context, role.members, emails, ['roles', index, 'members'], 'is not a member of the organization')
  }
  for (const [index, member] of members.entries()) {
    for (const [keyIndex, key] of member.apiKeys.entries()) {
      const path = ['members', index, 'api_keys', keyIndex, 'projects']
      refuseStrangers(context, key.projects ?? [], projectNames, path, 'is not a project of the organization')
    }
  }
  for (const [index, project] of projects.entries()) {
    refuseSecond(context, project.groupTypes, (type) => ['projects', index, 'group_types', type])
    const keys = project.flags.map((flag) => flag.key)
    refuseSecond(context, keys, (flag) => ['projects', index, 'flags', flag, 'key'])
  }
}

/** Refuses names, tokens and keys that occur more than once in all organizations. */
export function refuseRepeated({ organizations }: Bootstrap, context: Refinement): void {
  refuseSecond(
    context,
    organizations.map((organization) => organization.name),
    (index) => ['organizations', index, 'name'],
  )
  refuseSecondAt(context, tokensOf(organizations))
  refuseSecondAt(context, keysOf(organizations))
}

interface Placed {
  readonly value: string
  readonly path: PropertyKey[]
}

function tokensOf(organizations: Bootstrap['organizations']): readonly Placed[] {
  return organizations.flatMap(({ projects }, organization) =>
    projects.flatMap(({ apiToken, secretApiToken }, project) => {
      const path = ['organizations', organization, 'projects', project]
      return [
        ...(apiToken === undefined ? [] : [{ value: apiToken, path: [...path, 'api_token'] }]),
        ...(secretApiToken === undefined ? [] : [{ value: secretApiToken, path: [...path, 'secret_api_token'] }]),
      ]
    }),
  )
}

function keysOf(organizations: Bootstrap['organizations']): readonly Placed[] {
  return organizations.flatMap(({ members }, organization) =>
    members.flatMap(({ apiKeys }, member) =>
      apiKeys.map(({ value }, key) => ({
        value,
        path: ['organizations', organization, 'members', member, 'api_keys', key, 'value'],
      })),
    ),
  )
}

function refuseSecond(context: Refinement, values: readonly string[], pathOf: (index: number) => PropertyKey[]): void {
  refuseSecondAt(
    context,
    values.map((value, index) => ({ value, path: pathOf(index) })),
  )
}

function refuseSecondAt(context: Refinement, placed: readonly Placed[]): void {
  const seen = new Set<string>()
  for (const { value, path } of placed) {
    if (seen.has(value)) context.addIssue({ code: 'custom', path, message: 'appears twice' })
    seen.add(value)
  }
}

function refuseStrangers(
  context: Refinement,
  names: readonly string[],
  known: readonly string[],
  path: readonly PropertyKey[],
  message: string,
): void {
  for (const [index, name] of names.entries()) {
    if (!known.includes(name)) context.addIssue({ code: 'custom', path: [...path, index], message })
  }
}
