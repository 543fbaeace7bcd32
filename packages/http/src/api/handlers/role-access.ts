import { grantRoleAccess, listRoleAccess, retrieveRoleAccess, revokeRoleAccess } from '@flagdeck/core/operations'
import { replyRaw } from '../../rest/reply.ts'
import * as endpoints from '../endpoints/role-access.ts'
import { roleAccessBody } from '../wire/role.ts'
import { answerPage, inProject } from './scoped-handler.ts'

export const roleAccessRoutes = [
  inProject(endpoints.listRoleAccess, (project, input) => {
    const flagId = input.params.parent_lookup_feature_flag_id
    return answerPage(input, (page) => listRoleAccess(project, flagId, page), roleAccessBody)
  }),
  inProject(endpoints.createRoleAccess, async (project, { params, body }) =>
    roleAccessBody(await grantRoleAccess(project, params.parent_lookup_feature_flag_id, body)),
  ),
  inProject(endpoints.retrieveRoleAccess, async (project, { params }) =>
    roleAccessBody(await retrieveRoleAccess(project, params.parent_lookup_feature_flag_id, params.id)),
  ),
  inProject(endpoints.destroyRoleAccess, async (project, { params }) => {
    await revokeRoleAccess(project, params.parent_lookup_feature_flag_id, params.id)
    return replyRaw(null)
  }),
]
