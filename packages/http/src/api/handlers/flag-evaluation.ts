import type { ProjectContext, Subject } from '@flagdeck/core'
import {
  distinctIdOfPerson,
  evaluateFlag,
  evaluateFlags,
  evaluateMyFlags,
  explainEdit,
  pageOf,
  readRemoteConfig,
} from '@flagdeck/core/operations'
import type * as z from 'zod'
import { reply } from '../../rest/reply.ts'
import { minVersion } from '../access/min-version.ts'
import * as endpoints from '../endpoints/flag-evaluation.ts'
import { definitionsAge } from '../sdk/definitions-age.ts'
import { flagDecisionBody } from '../wire/flag-decision.ts'
import { evaluationReasonsBody, myFlagBody } from '../wire/flag-evaluation.ts'
import { type subjectBody, testEvaluationAnswer, testSubject } from '../wire/test-evaluation.ts'
import { answerPage, answerPart, handle, inProject } from './scoped-handler.ts'

export const flagEvaluationRoutes = [
  inProject(endpoints.retrieveEvaluationReasons, async (project, { query, request }) => {
    const { distinct_id: distinctId, groups, flag_keys: keys } = query
    const options = { keys, minVersion: minVersion(request.headers) }
    const body = evaluationReasonsBody(await evaluateFlags(project, { distinctId, groups }, options))
    return reply(body, { headers: definitionsAge(project, project.project.id) })
  }),
  inProject(endpoints.retrieveMyFlags, async (project, input) => {
    const { groups, flag_keys: keys } = input.query
    const options = { keys, minVersion: minVersion(input.request.headers) }
    const evaluated = await evaluateMyFlags(project, groups, options)
    return answerPart(input, async (part) => pageOf(evaluated, part), myFlagBody)
  }),
  inProject(endpoints.listDecisions, async (project, input) => {
    const keys = input.body.flag_keys ?? undefined
    const groupTypeFirst = input.query.group_type_index
    const options = { keys, groupTypeFirst, minVersion: minVersion(input.request.headers) }
    const evaluated = await evaluateFlags(project, await subjectOf(project, input.body), options)
    return answerPage(input, async (part) => pageOf(evaluated, part), flagDecisionBody)
  }),
  inProject(endpoints.testEvaluation, async (project, { params, body, request }) => {
    const subject = await subjectOf(project, body)
    const evaluated =
      body.changes !== undefined
        ? await explainEdit(project, params.id, body.changes, subject)
        : await evaluateFlag(project, params.id, subject, minVersion(request.headers))
    return testEvaluationAnswer(evaluated, subject)
  }),
  handle(endpoints.retrieveRemoteConfig, ({ context, params }) => readRemoteConfig(context.project, params.key)),
]

async function subjectOf(project: ProjectContext, body: z.output<typeof subjectBody>): Promise<Subject> {
  const { person_id: personId, distinct_id: distinctId } = body
  return testSubject(body, personId ? await distinctIdOfPerson(project, personId) : String(distinctId))
}
