import {
  createEarlyAccessFeature,
  deleteEarlyAccessFeature,
  listEarlyAccessFeatures,
  retrieveEarlyAccessFeature,
  updateEarlyAccessFeature,
} from '@flagdeck/core/operations'
import { replyRaw } from '../../rest/reply.ts'
import * as endpoints from '../endpoints/early-access.ts'
import { earlyAccessFeatureBody } from '../wire/early-access.ts'
import { answerPage, inProject } from './scoped-handler.ts'

export const earlyAccessRoutes = [
  inProject(endpoints.listEarlyAccess, (project, input) =>
    answerPage(input, (page) => listEarlyAccessFeatures(project, page), earlyAccessFeatureBody),
  ),
  inProject(endpoints.createEarlyAccess, async (project, { body }) =>
    earlyAccessFeatureBody(await createEarlyAccessFeature(project, body)),
  ),
  inProject(endpoints.retrieveEarlyAccess, async (project, { params }) =>
    earlyAccessFeatureBody(await retrieveEarlyAccessFeature(project, params.id)),
  ),
  inProject(endpoints.updateEarlyAccess, async (project, { params, body }) =>
    earlyAccessFeatureBody(await updateEarlyAccessFeature(project, params.id, body)),
  ),
  inProject(endpoints.destroyEarlyAccess, async (project, { params }) => {
    await deleteEarlyAccessFeature(project, params.id)
    return replyRaw(null)
  }),
]
