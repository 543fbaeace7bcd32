import { evaluateFlag, evaluateFlags, evaluateMyFlags, readRemoteConfig } from '@flagdeck/core/operations'
import { reply } from '../../rest/reply.ts'
import { minVersion } from '../access/min-version.ts'
import * as endpoints from '../endpoints/flag-evaluation.ts'
import { definitionsAge } from '../sdk/definitions-age.ts'
import { evaluationReasonsBody, myFlagBody } from '../wire/flag-evaluation.ts'
import { testEvaluationAnswer, testSubject } from '../wire/test-evaluation.ts'
import { handle, inProject } from './scoped-handler.ts'

export const flagEvaluationRoutes = [
  inProject(endpoints.retrieveEvaluationReasons, async (project, { query, request }) => {
    const { distinct_id: distinctId, groups, flag_keys: keys } = query
    const options = { keys, minVersion: minVersion(request.headers) }
    const body = evaluationReasonsBody(await evaluateFlags(project, { distinctId, groups }, options))
    return reply(body, { headers: definitionsAge(project, project.project.id) })
  }),
  inProject(endpoints.retrieveMyFlags, async (project, { query: { groups, flag_keys: keys }, request }) => {
    const options = { keys, minVersion: minVersion(request.headers) }
    return (await evaluateMyFlags(project, groups, options)).map(myFlagBody)
  }),
  inProject(endpoints.testEvaluation, async (project, { params, body, request }) => {
    const subject = testSubject(body)
    const evaluated = await evaluateFlag(project, params.id, subject, minVersion(request.headers))
    return testEvaluationAnswer(evaluated, subject)
  }),
  handle(endpoints.retrieveRemoteConfig, ({ context, params }) => readRemoteConfig(context.project, params.key)),
]
