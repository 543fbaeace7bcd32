import { applyImport, exportProject, planImport } from '@flagdeck/core'
import { exportTextParts, type ProjectSnapshot } from '@flagdeck/core/operations'
import { mapYielding } from '@flagdeck/core/store'
import { replyJson, textOrParts } from '../../rest/reply.ts'
import { LARGE_RESPONSE_LENGTH } from '../../rest/response-memory.ts'
import { exportProjectDocument, importProjectDocument } from '../endpoints/portability.ts'
import { importPlanBody } from '../wire/portability.ts'
import { inProject } from './scoped-handler.ts'

/** Characters around the payloads of a flag in a document. */
const LENGTH_OF_FLAG = 1024

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

/** About how many characters a document of all flags has. */
function flagsLength({ flags }: ProjectSnapshot): number {
  let length = flags.length * LENGTH_OF_FLAG
  for (const { filters } of flags) {
    for (const payload of Object.values(filters.payloads ?? {}))
      if (typeof payload === 'string') length += payload.length
  }
  return length
}
