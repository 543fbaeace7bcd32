import type { PageRequest, ProjectContext } from '@flagdeck/core'
import { type ExportPlace, listActivity, NewestReader, readExport } from '@flagdeck/core/operations'
import { yieldToOthers } from '@flagdeck/core/store'
import type * as z from 'zod'
import type { EndpointRequest } from '../../rest/endpoint-request.ts'
import { selfLink } from '../../rest/pages/link.ts'
import { MAX_PAGE_LENGTH } from '../../rest/pages/read-page.ts'
import {
  ItemCollector,
  LARGE_ITEMS_AT_ONCE,
  SMALL_ITEMS_AT_ONCE,
  SMALL_LENGTH,
} from '../../rest/pages/written-items.ts'
import { replyJson, replyRaw } from '../../rest/reply.ts'
import { exportProjectActivity, listNewestProjectActivity, listProjectActivity } from '../endpoints/activity-log.ts'
import {
  activityBody,
  activityLogText,
  exportPlaceText,
  type newestActivityQuery,
  newestActivityText,
  newestEntryBody,
} from '../wire/activity.ts'
import { readActivity } from './answer-activity.ts'
import { inProject } from './scoped-handler.ts'

type NewestQuery = z.output<typeof newestActivityQuery>

export const activityLogRoutes = [
  inProject(listProjectActivity, async (project, { query, request, context }) => {
    const filter = { scope: query.scope, scopes: query.scopes, itemId: query.item_id, user: query.user }
    const read = (page: PageRequest) => listActivity(project, filter, page)
    const page = await readActivity({ page: query.page, limit: query.page_size }, read, request)
    return replyJson(activityLogText(page, query, selfLink(request, context.links)))
  }),
  inProject(listNewestProjectActivity, async (project, { query, request, context }) => {
    const { entries, next } = await readNewest(project, query, request)
    return replyJson<never>(newestActivityText(entries, next, query, selfLink(request, context.links)))
  }),
  inProject(exportProjectActivity, async (project, { query, request, context }) => {
    const { text, next } = await exportedLines(project, query.after, request)
    const link = selfLink(request, context.links)
    const more = next ? { link: `<${link(new URLSearchParams({ after: exportPlaceText(next) }))}>; rel="next"` } : {}
    return replyRaw(text, { headers: { 'content-type': 'application/x-ndjson', ...more } })
  }),
]

/**
 * Reads the newest activity in steps, yielding to other requests between them, and stops when it becomes too long
 * (PAGE-8).
 */
async function readNewest(project: ProjectContext, query: NewestQuery, { reservation }: EndpointRequest) {
  const { item_id: itemId, date_from: dateFrom, date_to: dateTo, ...same } = query
  const reader = new NewestReader(project, { ...same, itemId, dateFrom, dateTo })
  const collector = new ItemCollector()
  // A separate function: V8 can free the entries when it returns, before the loop waits for memory.
  const addPart = async () => {
    collector.add(await reader.readStep(), newestEntryBody)
  }
  for (;;) {
    await reservation.readItems(reader.stepSize, addPart)
    await reservation.reserve(collector.heldBytes)
    if (reader.isOver || collector.length >= MAX_PAGE_LENGTH) return { entries: collector.items, next: reader.next }
    await yieldToOthers()
  }
}

/** The limits of one part of an export, in lines and characters. */
const MAX_LINES = 1000
const MAX_LENGTH = 1024 * 1024

/** One part of an export, with a line for each entry. */
async function exportedLines(project: ProjectContext, from: ExportPlace | undefined, { reservation }: EndpointRequest) {
  const lines: string[] = []
  let length = 0
  let atOnce = LARGE_ITEMS_AT_ONCE
  // A separate function: V8 can free the entries when it returns, before the loop waits for memory.
  const addPart = async (place: ExportPlace | undefined) => {
    const { entries, next } = await readExport(project, place, atOnce)
    const lengthBefore = length
    for (const entry of entries) {
      const line = JSON.stringify(activityBody(entry))
      length += line.length
      lines.push(`${line}\n`)
    }
    atOnce = length - lengthBefore <= SMALL_LENGTH ? SMALL_ITEMS_AT_ONCE : LARGE_ITEMS_AT_ONCE
    return next
  }
  let place = from
  for (;;) {
    const next = await reservation.readItems(atOnce, () => addPart(place))
    if (!next || lines.length >= MAX_LINES || length >= MAX_LENGTH) return { text: lines.join(''), next }
    place = next
  }
}
