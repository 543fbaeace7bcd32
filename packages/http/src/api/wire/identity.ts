import type { PersonalApiKey } from '@flagdeck/core'
import type { CreatedKey, CurrentUser, ListedMember, OrganizationDetails, ProjectView } from '@flagdeck/core/operations'
import { formatTimestamp } from '@flagdeck/core/operations'
import type { Membership } from '@flagdeck/core/store'
import * as z from 'zod'
import { dateTime, membershipLevel, timeOrNull, userBody, userSchema } from './user.ts'

export const projectSchema = z
  .object({
    id: z.int(),
    uuid: z.uuid(),
    organization: z.uuid(),
    name: z.string(),
    api_token: z.string().describe('Public: safe in browsers and SDKs.'),
    secret_api_token: z
      .string()
      .nullable()
      .describe(
        'Reads flag definitions and remote configuration; null for members, and for keys without project:write.',
      ),
    timezone: z.string(),
    events_add_group_types: z.boolean().describe('Whether events of SDKs add the group types that they name.'),
    staleness: z
      .object({
        not_called_days: z.int().nullable(),
        never_called_days: z.int().nullable(),
        rolled_out_days: z.int().nullable(),
      })
      .describe('From when on flags that are on count as stale, in days; null: never for that reason.'),
    created_at: dateTime(),
  })
  .meta({ id: 'Project' })

export function projectBody(project: ProjectView) {
  return {
    id: project.id,
    uuid: project.uuid,
    organization: project.organizationId,
    name: project.name,
    api_token: project.apiToken,
    secret_api_token: project.secretApiToken,
    timezone: project.timezone,
    events_add_group_types: project.eventsAddGroupTypes,
    staleness: {
      not_called_days: project.staleness.notCalledDays,
      never_called_days: project.staleness.neverCalledDays,
      rolled_out_days: project.staleness.rolledOutDays,
    },
    created_at: formatTimestamp(project.createdAt),
  }
}

export const projectReferenceSchema = projectSchema.pick({
  id: true,
  uuid: true,
  organization: true,
  name: true,
  timezone: true,
  api_token: true,
})

export function projectReferenceBody(project: ProjectView) {
  const { id, uuid, organization, name, timezone, api_token } = projectBody(project)
  return { id, uuid, organization, name, timezone, api_token }
}

/** The wire names of an organization's fields in requests, where they are not the snake case of the internal names. */
export const ORGANIZATION_WIRE_NAMES = { defaultFlagAccessLevel: 'default_feature_flags_access_level' } as const

export const organizationSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string().describe('From the name that it was made with; unique, and the same when the name changes.'),
    created_at: dateTime(),
    membership_level: membershipLevel().nullable(),
    member_count: z.int(),
    default_feature_flags_access_level: z.int().nullable(),
    teams: z.array(projectReferenceSchema).describe('The same as `projects`, under its older name.'),
    projects: z.array(projectReferenceSchema),
  })
  .meta({ id: 'Organization' })

export function organizationBody(organization: OrganizationDetails) {
  const projects = organization.projects.map(projectReferenceBody)
  return {
    id: organization.id,
    name: organization.name,
    slug: organization.slug,
    created_at: formatTimestamp(organization.createdAt),
    membership_level: organization.membershipLevel,
    member_count: organization.memberCount,
    default_feature_flags_access_level: organization.defaultFlagAccessLevel,
    teams: projects,
    projects,
  }
}

export const memberSchema = z
  .object({
    id: z.uuid(),
    user: userSchema,
    level: membershipLevel(),
    joined_at: dateTime(),
    updated_at: dateTime(),
  })
  .meta({ id: 'OrganizationMember' })

export const listedMemberSchema = memberSchema
  .extend({
    last_seen_at: dateTime()
      .nullable()
      .describe('When the user last used the console or the API, accurate to five minutes; null: never.'),
  })
  .meta({ id: 'ListedOrganizationMember' })

export function listedMemberBody(member: ListedMember) {
  return { ...memberBody(member), last_seen_at: timeOrNull(member.lastSeenAt) }
}

export function memberBody({ id, user, level, joinedAt, updatedAt }: Membership) {
  return {
    id,
    user: userBody(user),
    level,
    joined_at: formatTimestamp(joinedAt),
    updated_at: formatTimestamp(updatedAt),
  }
}

/** The caller, with the organization and project that `@current` refers to. */
export const currentUserSchema = userSchema
  .extend({
    date_joined: dateTime(),
    organization: organizationSchema.nullable(),
    team: projectReferenceSchema.nullable(),
    organizations: z.array(
      z.object({ id: z.uuid(), name: z.string(), slug: z.string(), membership_level: membershipLevel().nullable() }),
    ),
  })
  .meta({ id: 'CurrentUser' })

export function currentUserBody({ user, organization, project, organizations }: CurrentUser) {
  return {
    ...userBody(user),
    date_joined: formatTimestamp(user.createdAt),
    organization: organization ? organizationBody(organization) : null,
    team: project ? projectReferenceBody(project) : null,
    organizations: organizations.map(({ id, name, slug, membershipLevel }) => ({
      id,
      name,
      slug,
      membership_level: membershipLevel,
    })),
  }
}

/** A personal API key. Its value is never shown again. */
export const personalApiKeySchema = z
  .object({
    id: z.string(),
    label: z.string(),
    mask_value: z.string(),
    scopes: z.array(z.string()),
    scoped_teams: z.array(z.int()).describe('Projects that the key is bound to; none: all.'),
    scoped_organizations: z.array(z.uuid()).describe('Organizations that the key is bound to; none: all.'),
    created_at: dateTime(),
    expires_at: dateTime().nullable(),
    last_used_at: dateTime().nullable(),
    user: userSchema,
  })
  .meta({ id: 'PersonalApiKey' })

export function personalApiKeyBody(key: PersonalApiKey) {
  return {
    id: key.id,
    label: key.label,
    mask_value: key.maskValue,
    scopes: key.scopes,
    // Clients count the entries of these lists, and display nothing for null (KEY-8).
    scoped_teams: key.scopedProjectIds ?? [],
    scoped_organizations: key.scopedOrganizationIds ?? [],
    created_at: formatTimestamp(key.createdAt),
    expires_at: timeOrNull(key.expiresAt),
    last_used_at: timeOrNull(key.lastUsedAt),
    user: userBody(key.user),
  }
}

/** A personal API key that was just created or rolled. */
export const newPersonalApiKeySchema = personalApiKeySchema
  .extend({ value: z.string().describe('Returned only once.') })
  .meta({ id: 'NewPersonalApiKey' })

export function newPersonalApiKeyBody({ key, value }: CreatedKey) {
  return { ...personalApiKeyBody(key), value }
}
