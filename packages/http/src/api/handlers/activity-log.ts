import type { PageRequest, ProjectContext } from '@flagdeck/core'
import { type ExportPlace, listActivity, listNewestActivity, readExport } from '@flagdeck/core/operations'
import { yieldToOthers } from '@flagdeck/core/store'
import type * as z from 'zod'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { jsonTexts, WrittenJson } from '../../rest/json/long-json.ts'
import { selfLink } from '../../rest/pages/link.ts'
import { replyJson, replyRaw, textOrParts } from '../../rest/reply.ts'
import { LARGE_RESPONSE_LENGTH } from '../../rest/response-memory.ts'
import { exportProjectActivity, listNewestProjectActivity, listProjectActivity } from '../endpoints/activity-log.ts'
import {
  activityBody,
  activityLogText,
  exportPlaceText,
  newestActivityBody,
  type newestActivityQuery,
  newestEntryBody,
} from '../wire/activity.ts'
import { readActivity } from './answer-activity.ts'
import { inProject } from './scoped-handler.ts'

type NewestQuery = z.output<typeof newestActivityQuery>

export const activityLogRoutes = [
  inProject(listProjectActivity, async (project, { query, request, context }) => {
    const filter = { scope: query.scope, itemId: query.item_id }
    const read = (page: PageRequest) => listActivity(project, filter, page)
    const page = await readActivity({ page: query.page, limit: query.page_size }, read, request)
    return replyJson(activityLogText(page, query, selfLink(request, context.links)))
  }),
  inProject(listNewestProjectActivity, async (project, { query, request, context }) =>
    answerNewest(await readNewest(project, query, request), query, selfLink(request, context.links)),
  ),
  inProject(exportProjectActivity, async (project, { query, request, context }) => {
    const { text, next } = await exportedLines(project, query.after)
    const link = selfLink(request, context.links)
    const more = next ? { link: `<${link(new URLSearchParams({ after: exportPlaceText(next) }))}>; rel="next"` } : {}
    return replyRaw(text, { headers: { 'content-type': 'application/x-ndjson', ...more } })
  }),
]

/** Few enough that reading and writing them keeps others waiting for some milliseconds only. */
const NEWEST_AT_ONCE = 50

/** Reads the newest activity a few entries at a time: entries can be large, and there may be a thousand of them. */
async function readNewest(project: ProjectContext, query: NewestQuery, { reservation }: EndpointRequest) {
  const entries: WrittenJson[] = []
  let length = 0
  let { before } = query
  for (let left = query.limit; left > 0; left -= NEWEST_AT_ONCE) {
    const part = await listNewestActivity(project, { ...query, before, limit: Math.min(left, NEWEST_AT_ONCE) })
    for (const entry of part.items) {
      const text = JSON.stringify(newestEntryBody(entry))
      length += text.length
      entries.push(new WrittenJson(text))
    }
    if (length >= LARGE_RESPONSE_LENGTH) await reservation.reserve(length)
    if (part.next === null) return { entries, next: null }
    before = part.next
    await yieldToOthers()
  }
  return { entries, next: before ?? null }
}

function answerNewest(
  { entries, next }: Awaited<ReturnType<typeof readNewest>>,
  query: NewestQuery,
  link: ReturnType<typeof selfLink>,
) {
  return replyJson<never>(textOrParts([...jsonTexts(newestActivityBody(entries, next, query, link))]))
}

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
