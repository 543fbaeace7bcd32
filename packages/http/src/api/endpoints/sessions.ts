import { sessions } from '@flagdeck/core/operations'
import * as z from 'zod'
import { endpoint } from '../../rest/endpoint.ts'
import { uuidId } from '../../rest/path-id.ts'
import { requestBody } from '../wire/request-body.ts'
import { currentSessionSchema, sessionSchema, signInWaysSchema } from '../wire/session.ts'

const current = '/api/session/' as const
const own = '/api/sessions/' as const
const signingIn = '/api/sign_in/' as const

const reads = { auth: 'personal_api_key', tag: 'sessions', scope: 'user:read', method: 'GET' } as const
const writes = { ...reads, scope: 'user:write' } as const
const signedIn = { auth: 'session', tag: 'sessions' } as const
const anybody = { auth: 'public', tag: 'sessions' } as const

export const retrieveSession = endpoint({
  ...reads,
  path: current,
  operationId: 'session_retrieve',
  summary: 'Retrieve the signed-in user, with organizations and projects',
  output: currentSessionSchema,
})

export const signOut = endpoint({
  ...signedIn,
  method: 'DELETE',
  path: current,
  operationId: 'session_destroy',
  summary: 'Sign out',
})

export const changePassword = endpoint({
  ...signedIn,
  method: 'POST',
  path: `${current}password/`,
  operationId: 'session_password_create',
  summary: 'Set or change your own password; ends all other sessions',
  body: requestBody(sessions.changePasswordSchema, { refuseUnknownExcept: [] }),
  status: 204,
  errors: ['throttled'],
})

export const listSessions = endpoint({
  ...reads,
  path: own,
  operationId: 'sessions_list',
  list: true,
  summary: 'List the sessions of the caller',
  output: z.array(sessionSchema),
})

export const endSession = endpoint({
  ...writes,
  method: 'DELETE',
  path: `${own}{id}/`,
  operationId: 'sessions_destroy',
  summary: 'End a session of the caller',
  params: z.object({ id: uuidId() }),
})

export const endMemberSessions = endpoint({
  ...writes,
  scope: 'organization_member:write',
  method: 'DELETE',
  path: '/api/organizations/{organization_id}/members/{user_uuid}/sessions/',
  operationId: 'members_sessions_destroy',
  summary: 'Sign a member out everywhere',
  params: z.object({ organization_id: z.string(), user_uuid: uuidId() }),
})

export const retrieveSignInWays = endpoint({
  ...anybody,
  method: 'GET',
  path: signingIn,
  operationId: 'sign_in_retrieve',
  summary: 'Retrieve the available sign-in methods',
  output: signInWaysSchema,
})

export const signIn = endpoint({
  ...anybody,
  method: 'POST',
  path: signingIn,
  operationId: 'sign_in_create',
  summary: 'Sign in with a password; sets a session cookie',
  body: requestBody(sessions.signInSchema),
  output: currentSessionSchema,
  errors: ['authentication_failed', 'permission_denied', 'throttled'],
})

export const signInByLink = endpoint({
  ...anybody,
  method: 'POST',
  path: `${signingIn}link/`,
  operationId: 'sign_in_link_create',
  summary: 'Sign in with a one-time link; sets a session cookie',
  body: requestBody(sessions.signInByLinkSchema),
  output: currentSessionSchema,
  errors: ['not_found', 'gone', 'permission_denied', 'throttled'],
})
