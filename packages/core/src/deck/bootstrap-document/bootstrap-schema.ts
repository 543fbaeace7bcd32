import * as z from 'zod'
import { FLAG_ACCESS_LEVELS } from '../../data/records/flag-access-level.ts'
import { MAX_GROUP_TYPES } from '../../data/records/group-type-places.ts'
import { MAX_STALE_DAYS, USUAL_STALENESS } from '../../data/records/staleness.ts'
import type { Limits } from '../../runtime/context.ts'
import type { Bootstrap } from './bootstrap.ts'
import { bootstrapFlag } from './bootstrap-flag.ts'
import { checkReferences, refuseRepeated } from './bootstrap-references.ts'
import { email, expiry, name, personalKeyValue, projectToken, scope, text, timezone } from './document-fields.ts'
import { strictObject } from './strict-object.ts'

const accessLevel = z.literal([FLAG_ACCESS_LEVELS.view, FLAG_ACCESS_LEVELS.edit])

const apiKey = strictObject({
  label: name.default('bootstrap'),
  value: personalKeyValue,
  scopes: z.array(scope).min(1).default(['*']),
  projects: z.array(name).min(1).optional(),
  expires_at: expiry.default(null),
}).transform(({ expires_at: expiresAt, ...key }) => ({ ...key, expiresAt }))

const member = strictObject({
  email,
  first_name: text.default(''),
  last_name: text.default(''),
  is_email_verified: z.boolean().nullable().default(null),
  level: z.enum(['member', 'admin', 'owner']).default('member'),
  api_keys: z.array(apiKey).default([]),
}).transform(
  ({ first_name: firstName, last_name: lastName, is_email_verified: isEmailVerified, api_keys: apiKeys, ...rest }) => ({
    ...rest,
    firstName,
    lastName,
    isEmailVerified,
    apiKeys,
  }),
)

const role = strictObject({
  name,
  feature_flags_access_level: accessLevel.default(FLAG_ACCESS_LEVELS.edit),
  members: z.array(email).default([]),
}).transform(({ feature_flags_access_level: flagAccessLevel, ...rest }) => ({ ...rest, flagAccessLevel }))

const days = z.int().min(1).max(MAX_STALE_DAYS).nullable()

const staleness = strictObject({
  not_called_days: days.default(USUAL_STALENESS.notCalledDays),
  never_called_days: days.default(USUAL_STALENESS.neverCalledDays),
  rolled_out_days: days.default(USUAL_STALENESS.rolledOutDays),
}).transform((rule) => ({
  notCalledDays: rule.not_called_days,
  neverCalledDays: rule.never_called_days,
  rolledOutDays: rule.rolled_out_days,
}))

function project(limits: Limits) {
  return strictObject({
    name,
    api_token: projectToken('apiToken').optional(),
    secret_api_token: projectToken('secretApiToken').optional(),
    timezone: timezone.default('UTC'),
    group_types: z.array(name).max(MAX_GROUP_TYPES).default([]),
    events_add_group_types: z.boolean().default(false),
    property_matching_version: z.literal([1, 2]).default(2),
    staleness: staleness.default({ ...USUAL_STALENESS }),
    flags: z.array(bootstrapFlag(limits)).default([]),
  }).transform((fields) => ({
    name: fields.name,
    apiToken: fields.api_token,
    secretApiToken: fields.secret_api_token,
    timezone: fields.timezone,
    groupTypes: fields.group_types,
    eventsAddGroupTypes: fields.events_add_group_types,
    propertyMatchingVersion: fields.property_matching_version,
    staleness: fields.staleness,
    flags: fields.flags,
  }))
}

function organization(limits: Limits) {
  return strictObject({
    name,
    default_feature_flags_access_level: accessLevel.nullable().default(null),
    members: z.array(member).default([]),
    roles: z.array(role).default([]),
    projects: z.array(project(limits)).default([]),
  }).transform(({ default_feature_flags_access_level: defaultFlagAccessLevel, ...rest }, context) => {
    const organization = { ...rest, defaultFlagAccessLevel }
    // Not a refinement: refinements also run for invalid entries, before these have their type.
    checkReferences(organization, context)
    return organization
  })
}

/** Returns the schema of a bootstrap document (docs/bootstrap.md). Flags are checked against `limits`. */
export function bootstrapSchema(limits: Limits): z.ZodType<Bootstrap> {
  return strictObject({ organizations: z.array(organization(limits)) }).transform((bootstrap, context) => {
    refuseRepeated(bootstrap, context)
    return bootstrap
  })
}
