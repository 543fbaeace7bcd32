import type { Activity, FieldChange, PageRequest } from '@flagdeck/core'
import type { NewestActivity } from '@flagdeck/core/operations'
import {
  type ExportPlace,
  FLAG_FIELDS,
  formatTimestamp,
  INTEGER_REQUIRED,
  ORGANIZATION_ACTIVITY_SCOPES,
  snakeCase,
} from '@flagdeck/core/operations'
import type { OrganizationActivity } from '@flagdeck/core/store'
import { ACTIVITY_SCOPES } from '@flagdeck/core/store'
import * as z from 'zod'
import { listText, type WrittenItems } from '../../rest/pages/written-items.ts'
import type { BodyPart } from '../../rest/plain-response.ts'
import { type NumberedPage, neighbourLinks, type PageNumber } from './numbered-page.ts'
import { envelopeText, type Link } from './page.ts'
import { dateTime } from './user.ts'

const integer = z.string().transform((text, context) => {
  const number = /^\s*[+-]?\d+\s*$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(number)) return number
  context.addIssue({ code: 'custom', message: INTEGER_REQUIRED })
  return z.NEVER
})

/** An integer in a query, also in the documentation. */
export function queryInteger(least = 1, most = Number.MAX_SAFE_INTEGER) {
  return integer.pipe(z.number().min(least).max(most)).meta({ type: 'integer', minimum: least })
}

/** The paging of the activity log, which uses page numbers instead of offsets (HTTP-66). */
export const activityQuery = z.object({
  limit: queryInteger(1, 1000).default(10),
  page: queryInteger().default(1),
})

/** The query of an activity log, which has other names for the same paging. */
function logQuery<const Scopes extends readonly [string, ...string[]]>(scopes: Scopes) {
  return z.object({
    scope: z.enum(scopes).optional().describe('what kind of record changed; missing: every kind'),
    scopes: z
      .array(z.string())
      .optional()
      .transform((values) => values?.flatMap((value) => value.split(',')))
      .pipe(z.array(z.enum(scopes)).optional())
      .describe('any of these kinds, with commas or repeated'),
    item_id: z.string().optional().describe('the id of one record'),
    user: z.uuid().optional().describe('the UUID of the user who made the change; missing: every user'),
    ordering: z.enum(['-created_at']).optional().describe('the newest first, as without it'),
    page: activityQuery.shape.page,
    page_size: queryInteger(1, 1000).default(100),
  })
}

export const activityLogQuery = logQuery(ACTIVITY_SCOPES)

/** The query of the newest activity of all kinds. */
export const newestActivityQuery = z.object({
  scope: z.enum(ACTIVITY_SCOPES).optional().describe('what kind of record changed; missing: every kind'),
  item_id: z
    .string()
    .optional()
    .describe('the id of one record; set `scope` too, because ids are unique in a kind only'),
  user: z.uuid().optional().describe('the UUID of the user who made the change; missing: every user'),
  date_from: z.string().optional().describe('entries from this time on, in ISO 8601, such as 2026-11-20T00:00:00Z'),
  date_to: z.string().optional().describe('entries before this time, in ISO 8601'),
  search: z
    .string()
    .max(200)
    .optional()
    .describe(
      'text in the name of the record, in the name or e-mail of the user, or in a value; case does not matter, and a blank text is the same as none',
    ),
  before: queryInteger().optional().describe('where to continue, as the link of the previous part says'),
  limit: queryInteger(1, 1000).default(100),
})

/** The position of an export, as its links contain it: `FeatureFlag:1000`. */
export const exportPlace = z
  .string()
  .transform((text, context): ExportPlace => {
    const [name, place = ''] = text.split(':')
    const scope = ACTIVITY_SCOPES.find((each) => each === name)
    if (scope && /^\d{1,15}$/.test(place)) return { scope, place: Number(place) }
    context.addIssue({
      code: 'custom',
      message: 'This is not a position in an export: follow the links in the responses.',
    })
    return z.NEVER
  })
  .describe('where to go on, as the link of the part before says')

export function exportPlaceText({ scope, place }: ExportPlace): string {
  return `${scope}:${place}`
}

export const organizationActivityQuery = logQuery(ORGANIZATION_ACTIVITY_SCOPES)

export const fieldChangeSchema = z.object({
  type: z.string(),
  action: z.enum(['changed', 'created', 'deleted']),
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
})

export const activityUserSchema = z.object({
  first_name: z.string(),
  email: z.string().nullable(),
  is_system: z.boolean().optional(),
})

export const activityVerb = z.enum(['created', 'updated', 'deleted', 'restored'])

/** One entry of the activity log. */
export const activitySchema = z
  .object({
    id: z.uuid(),
    user: activityUserSchema,
    activity: activityVerb,
    scope: z.string(),
    item_id: z.string(),
    detail: z.object({
      changes: z.array(fieldChangeSchema),
      trigger: z.unknown(),
      type: z.string().nullable(),
      name: z.string().nullable(),
      short_id: z.string().nullable(),
    }),
    created_at: dateTime(),
  })
  .meta({ id: 'Activity' })

export const activityPageSchema = z.object({
  results: z.array(activitySchema),
  next: z.url().nullable(),
  previous: z.url().nullable(),
  total_count: z.int(),
})

const newestEntrySchema = activitySchema.extend({
  version: z.int().nullable().describe('the version of the record that the change made; null: it has no versions'),
})

export const newestActivitySchema = z.object({ results: z.array(newestEntrySchema), next: z.url().nullable() })

export function newestEntryBody(entry: NewestActivity['items'][number]): z.output<typeof newestEntrySchema> {
  return { ...activityBody(entry), version: entry.version }
}

export function newestActivityText(
  entries: WrittenItems,
  next: NewestActivity['next'],
  { before: _, ...asked }: z.output<typeof newestActivityQuery>,
  link: Link,
) {
  const given = Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const more = next === null ? null : link(new URLSearchParams([['before', String(next)], ...given]))
  return listText('{"results":[', entries, `],"next":${JSON.stringify(more)}}`)
}

const SYSTEM_USER = { first_name: 'System', email: null, is_system: true }

/** The user who made the change; null: the system. */
export function activityUser(user: Activity['user']): z.output<typeof activityUserSchema> {
  return user ? { first_name: user.firstName, email: user.email } : SYSTEM_USER
}

type AnyActivity = Activity | OrganizationActivity

export function activityBody({
  id,
  user,
  verb,
  scope,
  itemId,
  detail,
  createdAt,
}: AnyActivity): z.output<typeof activitySchema> {
  return {
    id,
    user: activityUser(user),
    activity: verb,
    scope,
    item_id: itemId,
    detail: {
      changes: detail.changes.map(fieldChangeBody),
      trigger: detail.trigger,
      type: detail.type,
      name: detail.name,
      short_id: detail.shortId,
    },
    created_at: formatTimestamp(createdAt),
  }
}

export function fieldChangeBody<Change extends Pick<FieldChange, 'field'>>({ field, ...change }: Change) {
  return { ...change, field: FLAG_WIRE_NAMES.get(field) ?? snakeCase(field) }
}

/** The wire names of flag fields. Fields whose values are ids are named after the records that they reference. */
const FLAG_WIRE_NAMES = new Map(Object.entries(FLAG_FIELDS).map(([field, { wire }]) => [field, wire]))

export function activityPageRequest({ limit, page }: PageNumber): PageRequest {
  // Beyond the largest exact offset, pages are empty.
  return { limit, offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER) }
}

/** The content of an activity log page. */
export interface ActivityPage {
  readonly results: readonly ReturnType<typeof activityBody>[]
  readonly next: string | null
  readonly previous: string | null
  readonly total_count: number
}

export function activityPageText(page: NumberedPage, link: Link): string | readonly BodyPart[] {
  const links = neighbourLinks(page, ({ page: number, limit }) =>
    link(new URLSearchParams({ page: String(number), limit: String(limit) })),
  )
  return envelopeText({ ...links, total_count: page.count }, page.items)
}

interface LogFilters {
  readonly scope?: string | undefined
  readonly scopes?: readonly string[] | undefined
  readonly item_id?: string | undefined
  readonly user?: string | undefined
  readonly ordering?: string | undefined
}

/** An activity log in the usual envelope of lists. Its links have the filters of the request. */
export function activityLogText(page: NumberedPage, query: LogFilters, link: Link): string | readonly BodyPart[] {
  const { scope, scopes, item_id, user, ordering } = query
  const filters = { scope, scopes: scopes?.join(), item_id, user, ordering }
  const given = Object.entries(filters).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  )
  return logText(page, Object.fromEntries(given), link)
}

function logText(
  page: NumberedPage,
  about: Readonly<Record<string, string>>,
  link: Link,
): string | readonly BodyPart[] {
  const links = neighbourLinks(page, ({ page: number, limit }) => {
    const parameters = new URLSearchParams({ ...about, page: String(number), page_size: String(limit) })
    parameters.sort()
    return link(parameters)
  })
  return envelopeText({ count: page.count, ...links }, page.items)
}
