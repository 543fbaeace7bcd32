import {
  addCohortMembers,
  addCohortMembersFromCsv,
  type Cohort,
  createCohort,
  listCohortMembers,
  listCohorts,
  type ProjectContext,
  removeCohortMember,
  retrieveCohort,
  updateCohort,
  violation,
} from '@flagdeck/core'
import * as endpoints from '../endpoints/cohorts.ts'
import { decodeUtf8 } from '../json-body.ts'
import type { RawBody } from '../plain-request.ts'
import { reply, replyRaw } from '../reply.ts'
import { mediaTypeOf, requestData } from '../request-data.ts'
import { invalidRequest } from '../request-error.ts'
import { cohortBody, cohortMemberBody } from '../wire/cohorts.ts'
import { answerPage, inProject } from './scoped-handler.ts'

export const cohortRoutes = [
  inProject(endpoints.listCohorts, (project, input) =>
    answerPage(input, (page) => listCohorts(project, input.query.search, page), cohortBody),
  ),
  inProject(endpoints.createCohort, async (project, { body }) => written(await createCohort(project, body), 201)),
  inProject(endpoints.retrieveCohort, async (project, { params }) =>
    cohortBody(await retrieveCohort(project, params.id)),
  ),
  inProject(endpoints.updateCohort, async (project, { params, body }) =>
    written(await updateCohort(project, params.id, body)),
  ),
  inProject(endpoints.destroyCohort, () => replyRaw(null)),
  inProject(endpoints.listCohortMembers, (project, input) =>
    answerPage(input, (page) => listCohortMembers(project, input.params.id, page), cohortMemberBody),
  ),
  inProject(endpoints.addCohortMembers, async (project, { params, body, request }) =>
    written(await addMembers(project, params.id, body, request.headers['content-type'])),
  ),
  inProject(endpoints.removeCohortMember, async (project, { params }) => {
    const { projectVersion } = await removeCohortMember(project, params.id, params.distinct_id)
    return replyRaw(null, { headers: { 'flagdeck-version': String(projectVersion) } })
  }),
]

/** A cohort that was just written, with the project's version that has it in (DESIGN section 7). */
function written(cohort: Cohort, status = 200) {
  return reply(cohortBody(cohort), { status, headers: { 'flagdeck-version': String(cohort.projectVersion) } })
}

function addMembers(
  project: ProjectContext,
  cohortId: number,
  body: RawBody,
  contentType: string | undefined,
): Promise<Cohort> {
  if (mediaTypeOf(contentType) === 'text/csv') return addCohortMembersFromCsv(project, cohortId, csvText(body))
  const { distinct_ids: distinctIds, person_ids: personIds } = requestData(body, contentType)
  // Whatever was sent there, core refuses what is no list of ids.
  return addCohortMembers(project, cohortId, (distinctIds ?? personIds ?? null) as readonly string[])
}

/** The text of the body, as it came or as a host program read it. */
function csvText(body: RawBody): string {
  const text = body instanceof Uint8Array ? utf8Text(body) : body.parsed
  if (typeof text === 'string') return text
  throw invalidRequest([violation(null, 'invalid_input', 'CSV has to be text in UTF-8.')])
}

function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return decodeUtf8(bytes)
  } catch {
    return undefined
  }
}
