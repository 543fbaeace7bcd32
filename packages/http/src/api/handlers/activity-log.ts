import type { PageRequest, ProjectContext } from '@flagdeck/core'
import { type ExportPlace, listActivity, listNewestActivity, readExport } from '@flagdeck/core/operations'
import { selfLink } from '../../rest/pages/link.ts'
import { replyJson, replyRaw } from '../../rest/reply.ts'
import { exportProjectActivity, listNewestProjectActivity, listProjectActivity } from '../endpoints/activity-log.ts'
import { activityBody, activityLogText, exportPlaceText, newestActivityBody } from '../wire/activity.ts'
import { readActivity } from './answer-activity.ts'
import { inProject } from './scoped-handler.ts'

export const activityLogRoutes = [
  inProject(listProjectActivity, async (project, { query, request, context }) => {
    const filter = { scope: query.scope, itemId: query.item_id }
    const read = (page: PageRequest) => listActivity(project, filter, page)
    const page = await readActivity({ page: query.page, limit: query.page_size }, read, request)
    return replyJson(activityLogText(page, query, selfLink(request, context.links)))
  }),
  inProject(listNewestProjectActivity, async (project, { query, request, context }) =>
    newestActivityBody(await listNewestActivity(project, query), query, selfLink(request, context.links)),
  ),
  inProject(exportProjectActivity, async (project, { query, request, context }) => {
    const { text, next } = await exportedLines(project, query.after)
    const link = selfLink(request, context.links)
    const more = next ? { link: `<${link(new URLSearchParams({ after: exportPlaceText(next) }))}>; rel="next"` } : {}
    return replyRaw(text, { headers: { 'content-type': 'application/x-ndjson', ...more } })
  }),
]

const MAX_LINES = 1000
/** In characters. */
const MAX_LENGTH = 1024 * 1024

/** One part of an export: each entry a line. */
async function exportedLines(project: ProjectContext, from: ExportPlace | undefined) {
  const lines: string[] = []
  let length = 0
  let next = from ?? null
  do {
    const part = await readExport(project, next ?? undefined)
    next = part.next
    for (const entry of part.entries) {
      const line = JSON.stringify(activityBody(entry))
      length += line.length
      lines.push(`${line}\n`)
    }
  } while (next && lines.length < MAX_LINES && length < MAX_LENGTH)
  return { text: lines.join(''), next }
}
