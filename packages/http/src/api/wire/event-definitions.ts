import { formatTimestamp, type listEventDefinitions } from '@flagdeck/core/operations'
import * as z from 'zod'
import { pageQuery } from './page.ts'
import { namesWithCommas, nothingHidden, queryBoolean, searchedTerms, textList } from './taxonomy-query.ts'
import { dateTime } from './user.ts'

type EventDefinition = Awaited<ReturnType<typeof listEventDefinitions>>[number]

const ORDERS = ['name', 'last_seen_at', 'last_seen_at::date', 'created_at', 'created_at::date']

export const eventDefinitionQuery = z.object({
  ...pageQuery,
  search: searchedTerms(),
  names: namesWithCommas('only these names, with commas or repeated'),
  excluded_properties: textList().describe('JSON list of names of events to leave out'),
  event_type: z
    .enum(['event', 'event_custom', 'event_posthog'])
    .optional()
    .describe('`event_posthog`: names that begin with `$`; `event_custom`: the others'),
  exclude_stale: queryBoolean().describe('true: without events that were not seen for 30 days'),
  exclude_hidden: nothingHidden(),
  ordering: z
    .enum([...ORDERS, ...ORDERS.map((order) => `-${order}`)])
    .optional()
    .describe('the list has one event at most, in any order'),
})

/** An event in the form of PostHog. Fields without a meaning in this service have a constant value. */
export const eventDefinitionSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: z.null(),
    owner: z.null(),
    tags: z.array(z.string()),
    created_at: dateTime(),
    last_seen_at: dateTime(),
    updated_at: dateTime(),
    updated_by: z.null(),
    last_updated_at: dateTime(),
    verified: z.boolean(),
    verified_at: z.null(),
    verified_by: z.null(),
    hidden: z.boolean(),
    is_action: z.boolean(),
    action_id: z.null(),
    is_calculating: z.boolean(),
    last_calculated_at: z.null(),
    created_by: z.null(),
    post_to_slack: z.boolean(),
  })
  .meta({ id: 'EventDefinition' })

export function eventDefinitionBody(event: EventDefinition): z.output<typeof eventDefinitionSchema> {
  const [createdAt, lastSeenAt] = [formatTimestamp(event.createdAt), formatTimestamp(event.lastSeenAt)]
  return {
    id: event.id,
    name: event.name,
    description: null,
    owner: null,
    tags: [],
    created_at: createdAt,
    last_seen_at: lastSeenAt,
    updated_at: lastSeenAt,
    updated_by: null,
    last_updated_at: lastSeenAt,
    verified: false,
    verified_at: null,
    verified_by: null,
    hidden: false,
    is_action: false,
    action_id: null,
    is_calculating: false,
    last_calculated_at: null,
    created_by: null,
    post_to_slack: false,
  }
}
