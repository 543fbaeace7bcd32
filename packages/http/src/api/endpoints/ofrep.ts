import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { projectId } from '../../rest/path-id.ts'
import { ofrepStatus, renderOfrepProblem } from '../wire/ofrep-problem.ts'
import { ofrepBody, ofrepBulkQuery } from '../wire/ofrep-request.ts'
import {
  ofrepBulkFailureSchema,
  ofrepBulkSchema,
  ofrepFailureSchema,
  ofrepSuccessSchema,
} from '../wire/ofrep-response.ts'

/** OpenFeature's remote evaluation protocol, for the caller's project or one that the path names. */
const ofrep = {
  method: 'POST',
  auth: 'ofrep',
  tag: 'ofrep',
  scope: 'feature_flag:read',
  cors: 'reflect',
  body: ofrepBody,
  errors: ['authentication_failed', 'internal'],
  renderProblem: renderOfrepProblem,
} as const

const all = {
  ...ofrep,
  query: ofrepBulkQuery,
  output: ofrepBulkSchema,
  notModified: true,
  problems: { schema: ofrepBulkFailureSchema, statusFor: ofrepStatus },
} as const

const one = {
  ...ofrep,
  restOfPath: true,
  output: ofrepSuccessSchema,
  problems: { schema: ofrepFailureSchema, statusFor: ofrepStatus },
} as const

const path = '/ofrep/v1/evaluate/flags' as const
const inProject = z.object({ project_id: projectId() })

export const ofrepEvaluateAll = endpoint({
  ...all,
  path,
  operationId: 'ofrep_evaluate_all',
  summary: 'Evaluate all flags for a context',
})

export const ofrepEvaluate = endpoint({
  ...one,
  path: `${path}/{key}`,
  operationId: 'ofrep_evaluate',
  summary: 'Evaluate one flag for a context',
})

export const ofrepEvaluateAllInProject = endpoint({
  ...all,
  path: `/api/projects/{project_id}${path}`,
  params: inProject,
  operationId: 'ofrep_project_evaluate_all',
  summary: 'Evaluate all flags of a project for a context',
})

export const ofrepEvaluateInProject = endpoint({
  ...one,
  path: `/api/projects/{project_id}${path}/{key}`,
  params: inProject.extend({ key: z.string() }),
  operationId: 'ofrep_project_evaluate',
  summary: 'Evaluate one flag of a project for a context',
})
