import { blastRadii, blastRadius, previewFlag } from '@flagdeck/core/operations'
import * as endpoints from '../endpoints/impact.ts'
import { blastRadiiAnswer, blastRadiusAnswer, previewAnswer } from '../wire/impact.ts'
import { inProject } from './scoped-handler.ts'
import { whileAwaited } from './while-awaited.ts'

export const impactRoutes = [
  inProject(endpoints.createUserBlastRadius, async (project, { body, request }) =>
    blastRadiusAnswer(await whileAwaited(request, (options) => blastRadius(project, body, options))),
  ),
  inProject(endpoints.createUserBlastRadii, async (project, { body, request }) =>
    blastRadiiAnswer(await whileAwaited(request, (options) => blastRadii(project, body.conditions, options))),
  ),
  inProject(endpoints.createPreview, async (project, { params, body, request }) =>
    previewAnswer(await whileAwaited(request, (options) => previewFlag(project, params.id, body, options))),
  ),
]
