import {
  addGroupType,
  deleteGroup,
  listGroups,
  listGroupTypes,
  removeGroupType,
  renameGroupType,
  retrieveGroup,
  saveGroup,
} from '@flagdeck/core/operations'
import { MANY_ITEMS } from '../../rest/pages/read-page.ts'
import { replyRaw } from '../../rest/reply.ts'
import * as endpoints from '../endpoints/groups.ts'
import { groupBody, groupTypeBody } from '../wire/groups.ts'
import { answerPage, inProject } from './scoped-handler.ts'

export const groupRoutes = [
  inProject(endpoints.listGroupTypes, async (project) => (await listGroupTypes(project)).map(groupTypeBody)),
  inProject(endpoints.createGroupType, async (project, { body }) => groupTypeBody(await addGroupType(project, body))),
  inProject(endpoints.updateGroupType, async (project, { params, body }) =>
    groupTypeBody(await renameGroupType(project, params.group_type_index, body)),
  ),
  inProject(endpoints.destroyGroupType, async (project, { params }) => {
    await removeGroupType(project, params.group_type_index)
    return replyRaw(null)
  }),
  inProject(endpoints.listGroups, (project, input) => {
    const { group_type_index: index, search = '' } = input.query
    return answerPage(input, (page) => listGroups(project, index, search, page), groupBody, MANY_ITEMS)
  }),
  inProject(endpoints.saveGroup, async (project, { body }) => groupBody(await saveGroup(project, body))),
  inProject(endpoints.findGroup, async (project, { query }) =>
    groupBody(await retrieveGroup(project, query.group_type_index, query.group_key)),
  ),
  inProject(endpoints.destroyGroup, async (project, { params }) => {
    await deleteGroup(project, params.group_type_index, params.group_key)
    return replyRaw(null)
  }),
]
