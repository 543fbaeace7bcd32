import type { EmbeddedOrganization, Flagdeck } from '@flagdeck/core'
import { CommandProblem } from './command-problem.ts'
import { listAvailable } from './list-available.ts'

/** Returns the organization that `--organization` names; without it, that of the oldest project. */
export async function enterOrganization(
  { context, organization }: Flagdeck,
  wanted: string | undefined,
): Promise<EmbeddedOrganization> {
  if (wanted !== undefined) return organization(await idOf(context.store, wanted))
  const first = await context.store.read((tx) => tx.projects.first())
  if (!first) throw new CommandProblem('No organization has a project yet: choose an organization with --organization.')
  return organization(first.organizationId)
}

const MOST_KNOWN = 1000

async function idOf(store: Flagdeck['context']['store'], name: string): Promise<string> {
  const [found, { items: known }] = await store.read(async (tx) => [
    await tx.organizations.findByName(name),
    await tx.organizations.list({ limit: MOST_KNOWN, offset: 0 }),
  ])
  if (found) return found.id
  const names = known.map((organization) => organization.name)
  throw new CommandProblem(`There is no organization "${name}"${listAvailable(name, names)}`)
}
