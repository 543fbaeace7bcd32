import * as z from 'zod'
import { type EndpointDeclaration, endpoint } from '../../rest/endpoint.ts'
import { integerId } from '../../rest/path-id.ts'
import type { PathTemplate } from '../../rest/routing/path-template.ts'

/** Pages are not API calls, so the OpenAPI document does not contain them. */
const page = {
  method: 'GET',
  auth: 'public',
  tag: 'console',
  mediaType: 'text/html',
  output: z.string(),
} as const satisfies Partial<EndpointDeclaration>

const shortId = () => z.string().regex(/^[0-9A-Za-z]{1,64}$/)
const distinctId = () => z.string().min(1)

const NAMES = {
  flags: { path: '/feature_flags', params: {} },
  flag: { path: '/feature_flags/{id}', params: { id: integerId() } },
  dashboard: { path: '/dashboard/{id}', params: { id: integerId() } },
  insight: { path: '/insights/{id}', params: { id: shortId() } },
  cohort: { path: '/cohorts/{id}', params: { id: integerId() } },
  person: { path: '/persons/{id}', params: { id: distinctId() } },
} as const satisfies Readonly<Record<string, { path: PathTemplate; params: Readonly<Record<string, z.ZodType>> }>>

/** The kinds of records to which PostHog's tools link. */
export type LinkedThing = keyof typeof NAMES

/** The page of a record at the paths that PostHog's tools use: with and without its project (CONSOLE-171). */
export function linkEndpoints(thing: LinkedThing) {
  const { path, params } = NAMES[thing]
  return [
    endpoint({
      ...page,
      path: `/project/{project_id}${path}`,
      operationId: `console_link_project_${thing}`,
      summary: 'Redirect links from PostHog tools to the console',
      params: z.object({ project_id: integerId(), ...params }),
    }),
    endpoint({
      ...page,
      path,
      operationId: `console_link_${thing}`,
      summary: 'The same without a project',
      params: z.object(params),
    }),
  ] as const
}
