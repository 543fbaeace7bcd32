import type { Project, ProjectContext } from '@flagdeck/core'
import {
  createOrganization,
  createProject,
  listOrganizations,
  listProjects,
  openOrganization,
  people,
  retrieveCurrentUser,
  retrieveOrganization,
  retrievePersonalApiKey,
  retrieveProject,
  rotateApiToken,
  rotateSecretApiToken,
  type UpdateProjectInput,
  updateProject,
} from '@flagdeck/core/operations'
import type { QueryOf } from '../../rest/endpoint.ts'
import { SMALL_ITEMS } from '../../rest/pages/read-page.ts'
import { reply } from '../../rest/reply.ts'
import * as endpoints from '../endpoints/identity.ts'
import {
  currentUserBody,
  listedMemberBody,
  organizationBody,
  personalApiKeyBody,
  projectBody,
} from '../wire/identity.ts'
import { answerPage, handle, inOrganization, inProject } from './scoped-handler.ts'

export const identityRoutes = [
  handle(endpoints.retrieveCurrentUser, async ({ context }) => currentUserBody(await retrieveCurrentUser(context.ctx))),
  handle(endpoints.retrieveCurrentKey, async ({ context }) =>
    personalApiKeyBody(await retrievePersonalApiKey(context.ctx)),
  ),
  handle(endpoints.listOrganizations, (input) =>
    answerPage(input, (page) => listOrganizations(input.context.ctx, page), organizationBody, SMALL_ITEMS),
  ),
  handle(endpoints.createOrganization, async ({ context, body }) =>
    organizationBody(await createOrganization(context.ctx, body)),
  ),
  inOrganization(endpoints.retrieveOrganization, async (organization) =>
    organizationBody(await retrieveOrganization(organization)),
  ),
  inOrganization(endpoints.listMembers, (organization, input) =>
    answerPage(
      input,
      (page) => people.listMemberships(organization, memberFilter(input.query), page),
      listedMemberBody,
      SMALL_ITEMS,
    ),
  ),
  handle(endpoints.listProjects, async (input) => {
    const organization = await openOrganization(input.context.ctx, '@current')
    return answerPage(input, (page) => listProjects(organization, page, input.query), projectBody, SMALL_ITEMS)
  }),
  handle(endpoints.createProject, async ({ context, body }) =>
    written(await createProject(await openOrganization(context.ctx, '@current'), body)),
  ),
  inOrganization(endpoints.listOrganizationProjects, (organization, input) =>
    answerPage(input, (page) => listProjects(organization, page, input.query), projectBody, SMALL_ITEMS),
  ),
  inOrganization(endpoints.createOrganizationProject, async (organization, { body }) =>
    written(await createProject(organization, body)),
  ),
  inProject(endpoints.retrieveProject, retrieve),
  inProject(endpoints.updateProject, update),
  inProject(endpoints.retrieveOrganizationProject, retrieve),
  inProject(endpoints.updateOrganizationProject, update),
  inProject(endpoints.resetProjectToken, async (project) => written(await rotateApiToken(project))),
  inProject(endpoints.rotateProjectSecretToken, async (project) => written(await rotateSecretApiToken(project))),
]

function memberFilter({ search, email, updated_after: updatedAfter, order }: QueryOf<typeof endpoints.listMembers>) {
  return { search, email, updatedAfter, order: order === '-joined_at' ? '-joinedAt' : 'joinedAt' } as const
}

async function retrieve(project: ProjectContext) {
  return projectBody(await retrieveProject(project))
}

async function update(project: ProjectContext, { body }: { readonly body: UpdateProjectInput }) {
  return written(await updateProject(project, body))
}

/** A project that was just created or changed, with its version that contains the write (HTTP-62). */
function written(project: Project) {
  return reply(projectBody(project), { headers: { 'flagdeck-version': String(project.version) } })
}
