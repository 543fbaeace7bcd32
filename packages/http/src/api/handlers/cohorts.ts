import type { Cohort, ProjectContext } from '@flagdeck/core'
import {
  addCohortMembers,
  addCohortMembersFromCsv,
  addCohortPersons,
  createCohort,
  listCohortDependents,
  listCohortMembers,
  listCohorts,
  removeCohortMember,
  removeCohortPerson,
  retrieveCohort,
  updateCohort,
  violation,
} from '@flagdeck/core/operations'
import { yieldToOthers } from '@flagdeck/core/store'
import type * as z from 'zod'
import { FORM_TYPE, mediaTypeOf } from '../../rest/body/request-data.ts'
import { DEFAULT_MAX_BODY_BYTES, type EndpointRequest } from '../../rest/endpoint-request.ts'
import { SMALL_ITEMS } from '../../rest/pages/read-page.ts'
import type { RawBody } from '../../rest/plain-request.ts'
import { reply, replyRaw } from '../../rest/reply.ts'
import { bodyTooLarge, invalidRequest, RequestError } from '../../rest/request-error.ts'
import * as endpoints from '../endpoints/cohorts.ts'
import { cohortBody, cohortDependentsBody, cohortMemberBody, cohortWithMembersBody } from '../wire/cohorts.ts'
import { refuseUnknownField } from '../wire/unknown-fields.ts'
import { runOrTry } from './dry-run.ts'
import { refuseDelete } from './refuse-delete.ts'
import { answerPage, inProject } from './scoped-handler.ts'

export const cohortRoutes = [
  inProject(endpoints.listCohorts, (project, input) =>
    answerPage(input, (page) => listCohorts(project, cohortListFilters(input.query), page), cohortBody),
  ),
  inProject(endpoints.createCohort, async (project, { body, query }) => {
    const cohort = await runOrTry(project, query, (ctx) => createCohort(ctx, body))
    return query.dry_run ? triedCohort(cohort) : writtenCohort(cohort, 201)
  }),
  inProject(endpoints.retrieveCohort, async (project, { params }) =>
    cohortBody(await retrieveCohort(project, params.id)),
  ),
  inProject(endpoints.updateCohort, async (project, { params, body, query }) => {
    const cohort = await runOrTry(project, query, (ctx) => updateCohort(ctx, params.id, body))
    return query.dry_run ? triedCohort(cohort) : writtenCohort(cohort)
  }),
  inProject(endpoints.destroyCohort, () => refuseDelete('a cohort')),
  inProject(endpoints.listCohortDependents, async (project, { params }) =>
    cohortDependentsBody(await listCohortDependents(project, params.id)),
  ),
  inProject(endpoints.listCohortMembers, (project, input) =>
    answerPage(input, (page) => listCohortMembers(project, input.params.id, page), cohortMemberBody, SMALL_ITEMS),
  ),
  ...[endpoints.addCohortMembers, endpoints.patchCohortMembers].map((endpoint) =>
    inProject(endpoint, async (project, { params, body, request }) => addMembers(project, params.id, body, request)),
  ),
  inProject(endpoints.removeCohortMember, async (project, { params }) => {
    const { projectVersion } = await removeCohortMember(project, params.id, params.distinct_id)
    return replyRaw(null, { headers: { 'flagdeck-version': String(projectVersion) } })
  }),
  inProject(endpoints.removeCohortPerson, async (project, { params, body }) =>
    writtenCohort(await removeCohortPerson(project, params.id, body.person_id)),
  ),
]

function cohortListFilters(query: z.output<typeof endpoints.listCohorts.query>) {
  return { search: query.search, deleted: query.deleted, isStatic: query.is_static, ids: query.ids }
}

/** A cohort that was just written, with the first project version that contains the write (HTTP-62). */
export function writtenCohort(cohort: Cohort, status = 200) {
  return reply(cohortBody(cohort), writeOptions(cohort, status))
}

function writeOptions({ projectVersion }: Cohort, status = 200) {
  return { status, headers: { 'flagdeck-version': String(projectVersion) } }
}

/** A cohort that was not saved: no project version will contain it (DRY-1). */
export function triedCohort(cohort: Cohort) {
  return reply(cohortBody(cohort), { status: 200 })
}

async function addMembers(project: ProjectContext, cohortId: number, body: RawBody, request: EndpointRequest) {
  if (mediaTypeOf(request.headers['content-type']) === 'text/csv') {
    const { cohort, column } = await addCohortMembersFromCsv(project, cohortId, await csvText(body))
    return reply({ ...cohortWithMembersBody(cohort), csv_column: column }, writeOptions(cohort))
  }
  // JSON is parsed in one step, which would delay other requests.
  if (body instanceof Uint8Array && body.length > DEFAULT_MAX_BODY_BYTES) throw bodyTooLarge()
  const data = await request.readData().catch(namingCsv)
  const { distinct_ids: distinctIds, person_ids: personIds } = data
  const isCsv = mediaTypeOf(request.headers['content-type']) === FORM_TYPE && !distinctIds && !personIds
  if (!isCsv) refuseUnknownField(data, ['distinct_ids', 'person_ids'])
  if (distinctIds === undefined && personIds === undefined) {
    const detail = `Send a list of "distinct_ids" or "person_ids", or ${SEND_CSV}.`
    throw invalidRequest([violation('distinct_ids', 'required', detail)])
  }
  if (distinctIds != null && personIds != null) {
    throw invalidRequest([violation('person_ids', 'invalid_input', 'Send distinct_ids or person_ids, not both.')])
  }
  // Core refuses anything but a list of ids.
  const changed =
    personIds == null
      ? await addCohortMembers(project, cohortId, (distinctIds ?? null) as readonly string[])
      : await addCohortPersons(project, cohortId, personIds as readonly string[])
  return reply(cohortWithMembersBody(changed), writeOptions(changed))
}

const SEND_CSV = 'CSV with the header "Content-Type: text/csv"'

/**
 * Adds a hint to the error: CSV is often sent as an uploaded file, or with the media type of a spreadsheet (HTTP-114).
 */
function namingCsv(error: unknown): never {
  if (!(error instanceof RequestError) || error.kind !== 'unsupported_media_type') throw error
  throw new RequestError(error.kind, `${error.message} Send JSON, or ${SEND_CSV}.`)
}

/** The text of the body, as bytes or as a host program parsed it. */
async function csvText(body: RawBody): Promise<string> {
  const text = body instanceof Uint8Array ? await longText(body) : body.parsed
  if (typeof text === 'string') return text
  throw invalidRequest([violation(null, 'invalid_input', 'CSV must be text in UTF-8.')])
}

/** The number of bytes that are decoded between yields. */
const STRIDE_BYTES = 1024 * 1024

/** Undefined when the bytes are not UTF-8. */
async function longText(bytes: Uint8Array): Promise<string | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const parts: string[] = []
  try {
    for (let at = 0; at < bytes.length; at += STRIDE_BYTES) {
      parts.push(decoder.decode(bytes.subarray(at, at + STRIDE_BYTES), { stream: true }))
      await yieldToOthers()
    }
    return parts.join('') + decoder.decode()
  } catch {
    return undefined
  }
}
