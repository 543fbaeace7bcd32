import { formatTimestamp, type sessions } from '@flagdeck/core/operations'
import type { Session } from '@flagdeck/core/store'
import * as z from 'zod'
import { organizationBody, projectReferenceBody, projectReferenceSchema } from './identity.ts'
import { dateTime, membershipLevel, userBody, userSchema } from './user.ts'

/** The signed-in user, with all data that a page needs to start. */
export const currentSessionSchema = z
  .object({
    user: userSchema,
    organizations: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        level: membershipLevel().nullable(),
        projects: z.array(
          projectReferenceSchema.extend({
            version: z
              .int()
              .describe('The version of the definitions, as in the events of `/flags/definitions/stream`.'),
          }),
        ),
      }),
    ),
    session: z
      .object({ id: z.uuid(), expires_at: dateTime() })
      .nullable()
      .describe('null for who comes with a personal API key.'),
  })
  .meta({ id: 'CurrentSession' })

export function currentSessionBody({ user, organizations, session }: sessions.CurrentSession) {
  return {
    user: userBody(user),
    organizations: organizations.map((organization) => {
      const { id, name, membership_level: level } = organizationBody(organization)
      const projects = organization.projects.map((project) => ({
        ...projectReferenceBody(project),
        version: project.version,
      }))
      return { id, name, level, projects }
    }),
    session: session && { id: session.id, expires_at: formatTimestamp(session.expiresAt) },
  }
}

/** A browser in which the caller is signed in. */
export const sessionSchema = z
  .object({
    id: z.uuid(),
    method: z.enum(['link', 'password', 'invitation', 'openid']).describe('How it was signed in.'),
    browser: z.string().describe('What the browser says it is.'),
    current: z.boolean().describe('Whether the request came by this one.'),
    created_at: dateTime(),
    last_used_at: dateTime().describe('Give or take five minutes.'),
    expires_at: dateTime(),
  })
  .meta({ id: 'Session' })

export function sessionBody(session: Session, current: Session | undefined): z.output<typeof sessionSchema> {
  return {
    id: session.id,
    method: session.method,
    browser: session.browser,
    current: session.id === current?.id,
    created_at: formatTimestamp(session.createdAt),
    last_used_at: formatTimestamp(session.lastUsedAt),
    expires_at: formatTimestamp(session.expiresAt),
  }
}

/** The available ways to sign in. */
export const signInWaysSchema = z
  .object({
    password: z.boolean(),
    openid: z.object({ name: z.string(), url: z.string() }).nullable(),
    first_start: z.boolean().describe('Whether nobody has set a password yet: then links are for everybody.'),
    signed_in: z.boolean().describe('Whether the request came with the cookie of a session.'),
  })
  .meta({ id: 'SignInWays' })
