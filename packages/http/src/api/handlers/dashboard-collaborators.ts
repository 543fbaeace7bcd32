import { addCollaborator, listCollaborators, removeCollaborator } from '@flagdeck/core/operations'
import { replyRaw } from '../../rest/reply.ts'
import * as endpoints from '../endpoints/dashboard-collaborators.ts'
import { collaboratorBody } from '../wire/dashboard-collaborator.ts'
import { inProject } from './scoped-handler.ts'

export const dashboardCollaboratorRoutes = [
  inProject(endpoints.listCollaborators, async (project, { params }) =>
    (await listCollaborators(project, params.id)).map(collaboratorBody),
  ),
  inProject(endpoints.addCollaborator, async (project, { params, body }) =>
    collaboratorBody(await addCollaborator(project, params.id, body)),
  ),
  inProject(endpoints.removeCollaborator, async (project, { params }) => {
    await removeCollaborator(project, params.id, params.user_uuid)
    return replyRaw(null)
  }),
]
