import { applyImport, exportProject, planImport } from '@flagdeck/core'
import { exportTextParts } from '@flagdeck/core/operations'
import { mapYielding } from '@flagdeck/core/store'
import { replyJson, textOrParts } from '../../rest/reply.ts'
import { LARGE_RESPONSE_LENGTH } from '../../rest/response-memory.ts'
import { exportProjectDocument, importProjectDocument } from '../endpoints/portability.ts'
import { flagsLength } from '../sdk/answer-length.ts'
import { importPlanBody } from '../wire/portability.ts'
import { inProject } from './scoped-handler.ts'

export const portabilityRoutes = [
  inProject(exportProjectDocument, async (project, { request }) => {
    const snapshot = await project.snapshots.get(project.project.id)
    const length = snapshot ? flagsLength(snapshot) : 0
    const isLong = length >= LARGE_RESPONSE_LENGTH
    if (isLong) await request.reservation.reserve(length)
    const parts = exportTextParts(await exportProject(project))
    return replyJson(isLong ? parts : textOrParts(await mapYielding(parts, (part) => part, 1)))
  }),
  inProject(importProjectDocument, async (project, { body: { document, ...options }, query }) => {
    const plan = await (query.dry_run ? planImport : applyImport)(project, document, options)
    return importPlanBody(plan, query.dry_run !== true)
  }),
]
