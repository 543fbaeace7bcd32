import type { Project } from '@flagdeck/core'
import type { ReadTransaction } from '@flagdeck/core/store'
import { CommandProblem } from './command-problem.ts'
import { listAvailable } from './list-available.ts'

const ALL = { limit: 1000, offset: 0 }
/** The maximum number of projects that an error names. */
const EXAMPLES = 5

/**
 * Returns the project that `--project` names. A name alone is looked up in the organization of the oldest project.
 * Without `--project`, returns the only project; undefined if there are no projects.
 */
export async function findProject(tx: ReadTransaction, wanted: string | undefined): Promise<Project | undefined> {
  const first = await tx.projects.first()
  const organizationIds = first ? [first.organizationId] : []
  if (wanted !== undefined) return requireProjectNamed(tx, wanted, organizationIds)
  const { items: projects } = await tx.projects.list(organizationIds, ALL)
  if (projects.length > 1) {
    const examples = projects.slice(0, EXAMPLES).map(({ name }) => `--project ${JSON.stringify(name)}`)
    throw new CommandProblem(`There are several projects: choose one, for example ${examples.join(' or ')}.`, 2)
  }
  return first
}

/** Like {@link findProject}, for commands that need a project. */
export async function requireProject(tx: ReadTransaction, wanted: string | undefined): Promise<Project> {
  const project = await findProject(tx, wanted)
  if (project) return project
  throw new CommandProblem('There are no projects yet: create one with "flagdeck serve" or "flagdeck bootstrap FILE".')
}

/** Returns the project with a name in these organizations, with an id, or with `ORGANIZATION/NAME`. */
export async function requireProjectNamed(
  tx: ReadTransaction,
  wanted: string,
  organizationIds: readonly string[],
): Promise<Project> {
  const { items: projects } = await tx.projects.list(organizationIds, ALL)
  const [found, ...others] = projects.filter(({ name }) => name === wanted)
  if (found && others.length > 0) throw ambiguous(wanted, [found, ...others])
  const project = found ?? (await findById(tx, wanted)) ?? (await findInOther(tx, wanted))
  if (project) return project
  const known = projects.map(({ name }) => name)
  throw new CommandProblem(`There is no project "${wanted}"${listAvailable(wanted, known)}`)
}

async function findById(tx: ReadTransaction, wanted: string): Promise<Project | undefined> {
  const id = /^[1-9]\d*$/.test(wanted) ? Number(wanted) : Number.NaN
  return Number.isSafeInteger(id) ? tx.projects.find(id) : undefined
}

async function findInOther(tx: ReadTransaction, wanted: string): Promise<Project | undefined> {
  const [, organizationName = '', name = ''] = /^(.+?)\/(.+)$/.exec(wanted) ?? []
  const organization = await tx.organizations.findByName(organizationName)
  return organization && tx.projects.findByName(organization.id, name)
}

function ambiguous(wanted: string, projects: readonly Project[]): CommandProblem {
  const ids = projects.map(({ id }) => id).join(' or ')
  return new CommandProblem(`Several projects are named "${wanted}": use an ID instead, ${ids}.`)
}
