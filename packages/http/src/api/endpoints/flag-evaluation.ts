import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { integerId, projectId } from '../../rest/path-id.ts'
import { problemResponse } from '../../rest/problem.ts'
import { decisionsBody, flagDecisionSchema } from '../wire/flag-decision.ts'
import {
  evaluationReasonsQuery,
  evaluationReasonsSchema,
  myFlagsQuery,
  myFlagsSchema,
} from '../wire/flag-evaluation.ts'
import { groupTypeIndexParameter } from '../wire/groups.ts'
import { pageQuery, pageSchema } from '../wire/page.ts'
import { testEvaluationBody, testEvaluationSchema } from '../wire/test-evaluation.ts'

const flags = '/api/projects/{project_id}/feature_flags/' as const
const reads = { tag: 'feature_flags', auth: 'personal_api_key', scope: 'feature_flag:read' } as const
const inProject = z.object({ project_id: projectId() })

export const retrieveEvaluationReasons = endpoint({
  ...reads,
  method: 'GET',
  path: `${flags}evaluation_reasons/`,
  operationId: 'feature_flags_evaluation_reasons_retrieve',
  summary: 'Retrieve evaluation reasons',
  params: inProject,
  query: evaluationReasonsQuery,
  output: evaluationReasonsSchema,
})

export const retrieveMyFlags = endpoint({
  ...reads,
  method: 'GET',
  path: `${flags}my_flags/`,
  operationId: 'feature_flags_my_flags_retrieve',
  list: true,
  summary: 'Retrieve my flags',
  description:
    'Returns as many as fit into one response, or up to `limit`. If there are more, `Link` contains the next part.',
  params: inProject,
  query: myFlagsQuery,
  output: myFlagsSchema,
})

export const listDecisions = endpoint({
  ...reads,
  method: 'POST',
  path: `${flags}decisions/`,
  operationId: 'feature_flags_decisions_create',
  list: true,
  summary: 'Evaluate all flags for a user, with reasons',
  description:
    'Uses the stored properties of the user; properties in the request take precedence. Nothing is written or counted. With `person_id`, the key also needs `person:read`.',
  params: inProject,
  query: z.object({
    ...pageQuery,
    group_type_index: groupTypeIndexParameter
      .optional()
      .describe('Flags with a condition set by this group type come first.'),
  }),
  body: decisionsBody,
  output: pageSchema(flagDecisionSchema),
})

export const testEvaluation = endpoint({
  ...reads,
  method: 'POST',
  path: `${flags}{id}/test_evaluation/`,
  operationId: 'feature_flags_test_evaluation_create',
  summary: 'Test a flag for a user',
  description: 'With `person_id`, the key also needs `person:read`.',
  params: inProject.extend({ id: integerId() }),
  body: testEvaluationBody,
  output: testEvaluationSchema,
})

export const retrieveRemoteConfig = endpoint({
  method: 'GET',
  path: `${flags}{key}/remote_config/`,
  auth: 'definitions',
  tag: 'sdk',
  scope: 'feature_flag:read',
  cors: 'any',
  operationId: 'feature_flags_remote_config_retrieve',
  summary: 'Retrieve the payload of a remote configuration, as JSON text in JSON',
  params: z.object({ project_id: projectId(), key: z.string().describe('The flag’s key, or its id.') }),
  query: z.object({
    token: z.string().optional().describe('The project’s public token.'),
    api_key: z.string().optional().describe('Another name of `token`.'),
  }),
  output: z.string().nullable(),
  // SDKs recognize a missing flag by an empty body.
  bodilessProblems: [404],
  renderProblem: (problem) =>
    problem.status === 404 ? { status: 404, headers: problem.headers, body: null } : problemResponse(problem),
})
