import type { EmbeddedOrganization, Flagdeck } from '@flagdeck/core'
import { CommandProblem } from './command-problem.ts'

/** The organization that `--organization` names; without it, that of the oldest project. */
export async function enterOrganization(
  { context, organization }: Flagdeck,
  wanted: string | undefined,
): Promise<EmbeddedOrganization> {
  if (wanted !== undefined) return organization(await idOf(context.store, wanted))
  const first = await context.store.read((tx) => tx.projects.first())
  if (!first) throw new CommandProblem('No organization has a project yet: choose one with --organization.')
  return organization(first.organizationId)
}

async function idOf(store: Flagdeck['context']['store'], name: string): Promise<string> {
  const found = await store.read((tx) => tx.organizations.findByName(name))
  if (found) return found.id
  throw new CommandProblem(`There is no organization "${name}".`)
}
