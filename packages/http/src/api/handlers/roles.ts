import {
  addRoleMember,
  createRole,
  deleteRole,
  listRoleMemberships,
  listRoles,
  removeRoleMember,
  retrieveRole,
  retrieveRoleMembership,
  updateRole,
} from '@flagdeck/core/operations'
import { SMALL_ITEMS } from '../../rest/pages/read-page.ts'
import { replyRaw } from '../../rest/reply.ts'
import * as endpoints from '../endpoints/roles.ts'
import { roleBody, roleMembershipBody } from '../wire/role.ts'
import { answerPage, inOrganization } from './scoped-handler.ts'

export const roleRoutes = [
  inOrganization(endpoints.listRoles, (organization, input) =>
    answerPage(input, (page) => listRoles(organization, page), roleBody),
  ),
  inOrganization(endpoints.createRole, async (organization, { body }) =>
    roleBody(await createRole(organization, body)),
  ),
  inOrganization(endpoints.retrieveRole, async (organization, { params }) =>
    roleBody(await retrieveRole(organization, params.role_id)),
  ),
  inOrganization(endpoints.updateRole, async (organization, { params, body }) =>
    roleBody(await updateRole(organization, params.role_id, body)),
  ),
  inOrganization(endpoints.destroyRole, async (organization, { params }) => {
    await deleteRole(organization, params.role_id)
    return replyRaw(null)
  }),
  inOrganization(endpoints.listRoleMemberships, (organization, input) =>
    answerPage(
      input,
      (page) => listRoleMemberships(organization, input.params.role_id, page),
      roleMembershipBody,
      SMALL_ITEMS,
    ),
  ),
  inOrganization(endpoints.createRoleMembership, async (organization, { params, body }) =>
    roleMembershipBody(await addRoleMember(organization, params.role_id, body)),
  ),
  inOrganization(endpoints.retrieveRoleMembership, async (organization, { params }) =>
    roleMembershipBody(await retrieveRoleMembership(organization, params.role_id, params.id)),
  ),
  inOrganization(endpoints.destroyRoleMembership, async (organization, { params }) => {
    await removeRoleMember(organization, params.role_id, params.id)
    return replyRaw(null)
  }),
]
