import { endpoint } from '../../rest/endpoint.ts'
import { openIdAnswerSchema } from '../wire/openid.ts'

/** Pages that redirect the browser to each other are not API calls, so the OpenAPI document does not contain them. */
const step = { method: 'GET', auth: 'public', tag: 'sessions', status: 302 } as const

const start = '/api/sign_in/openid/' as const

export const startOpenId = endpoint({
  ...step,
  path: start,
  operationId: 'sign_in_openid_start',
  summary: 'Redirect the browser to the OpenID provider',
})

export const finishOpenId = endpoint({
  ...step,
  path: `${start}callback/`,
  operationId: 'sign_in_openid_finish',
  summary: 'Complete the OpenID sign-in, set the session cookie, and redirect to the console',
  query: openIdAnswerSchema,
})
