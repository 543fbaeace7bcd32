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
/**
 * Bytes for each character while a long document is built: one in the document, and two in the flags that it is built from.
 * When the client reads the document, the flags are freed.
 */
const BUILDING_BYTES = 3
/** An export counts as one item of a list for each so many characters (HTTP-90). */
const LENGTH_OF_LARGE_ITEM = 512 * 1024

const encoder = new TextEncoder()

export const portabilityRoutes = [
  inProject(exportProjectDocument, async (project, { request: { reservation } }) => {
    const snapshot = await project.snapshots.get(project.project.id)
    const length = snapshot ? flagsLength(snapshot) : 0
    const write = async <Part>(writePart: (text: string) => Part) =>
      mapYielding(exportTextParts(await exportProject(project)), writePart, 1)
    if (length < LARGE_RESPONSE_LENGTH) return replyJson(textOrParts(await write((text) => text)))
    await reservation.reserve(length * BUILDING_BYTES)
    const items = Math.ceil(length / LENGTH_OF_LARGE_ITEM)
    return replyJson(await reservation.readItems(items, () => write((text) => encoder.encode(text))))
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
