import { applyImport, planImport } from '@flagdeck/core'
import { exportProjectParts } from '@flagdeck/core/operations'
import { mapYielding } from '@flagdeck/core/store'
import { LARGE_ITEMS_AT_ONCE } from '../../rest/pages/written-items.ts'
import { replyJson, textOrParts } from '../../rest/reply.ts'
import { LARGE_RESPONSE_LENGTH } from '../../rest/response-memory.ts'
import { exportProjectDocument, importProjectDocument } from '../endpoints/portability.ts'
import { importPlanBody } from '../wire/portability.ts'
import { inProject } from './scoped-handler.ts'

/**
 * The part of the document that is sent: the text of a flag or a template, which may have five times the length of its
 * compact JSON.
 */
const BYTES_OF_PART = 4 * 1024 * 1024

export const portabilityRoutes = [
  inProject(exportProjectDocument, async (project, { request: { reservation } }) => {
    const { bytes, load } = await exportProjectParts(project)
    if (bytes < LARGE_RESPONSE_LENGTH) {
      const { parts } = await load()
      return replyJson(textOrParts(await mapYielding(parts, (text) => text, 1)))
    }
    await reservation.reserve(bytes + BYTES_OF_PART)
    const { parts } = await reservation.readItems(LARGE_ITEMS_AT_ONCE, load)
    return replyJson(parts)
  }),
  inProject(importProjectDocument, async (project, { body: { document, ...options }, query }) => {
    const plan = await (query.dry_run ? planImport : applyImport)(project, document, options)
    return importPlanBody(plan, query.dry_run !== true)
  }),
]
