import type { listPropertyDefinitions } from '@flagdeck/core/operations'
import * as z from 'zod'
import { groupTypeIndexParameter } from './groups.ts'
import { pageQuery, pageSchema } from './page.ts'
import { namesWithCommas, nothingHidden, queryBoolean, searchedTerms, textList } from './taxonomy-query.ts'

type PropertyDefinitionFilter = Parameters<typeof listPropertyDefinitions>[1]
type PropertyDefinitions = Awaited<ReturnType<typeof listPropertyDefinitions>>

export const propertyDefinitionQuery = z.object({
  ...pageQuery,
  type: z.enum(['event', 'person', 'group']).optional().describe('whose properties; `event` when missing'),
  group_type_index: groupTypeIndexParameter.optional().describe('needed with `type=group`, and only there'),
  search: searchedTerms(),
  properties: namesWithCommas('only these names, with commas'),
  excluded_properties: textList().describe('JSON list of names to leave out'),
  is_numerical: queryBoolean().describe('true: only properties whose values are numbers; false: only the others'),
  is_feature_flag: queryBoolean().describe('true: only names that begin with `$feature/`; false: only the others'),
  event_names: textList().describe('JSON list of names of events, only with `type=event`'),
  filter_by_event_names: queryBoolean().describe('true: only properties of these events'),
  exclude_core_properties: queryBoolean().describe('true: without properties of events that begin with `$`'),
  exclude_hidden: nothingHidden(),
  after: z.string().optional().describe('where to continue, as the link of the page before says'),
})

/** A property in the form of PostHog. Fields without a meaning in this service have a constant value. */
const propertyDefinitionSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: z.null(),
    tags: z.array(z.string()),
    is_numerical: z.boolean(),
    property_type: z.enum(['String', 'Numeric', 'Boolean', 'DateTime']).nullable(),
    is_seen_on_filtered_events: z.boolean().nullable(),
    updated_at: z.null(),
    updated_by: z.null(),
    verified: z.boolean(),
    verified_at: z.null(),
    verified_by: z.null(),
    hidden: z.boolean(),
  })
  .meta({ id: 'PropertyDefinition' })

export const propertyDefinitionPageSchema = pageSchema(propertyDefinitionSchema).extend({
  count: z.int().describe('how many names the records have that were read'),
  count_is_capped: z.boolean().describe('whether further records follow, whose names `next` leads to'),
})

export function propertyDefinitionFilter(query: z.output<typeof propertyDefinitionQuery>): PropertyDefinitionFilter {
  return {
    type: query.type,
    groupTypeIndex: query.group_type_index,
    search: query.search,
    names: query.properties,
    excludedNames: query.excluded_properties,
    isNumerical: query.is_numerical,
    isFeatureFlag: query.is_feature_flag,
    excludeCore: query.exclude_core_properties,
    eventNames: query.event_names,
    filterByEventNames: query.filter_by_event_names,
    after: query.after,
  }
}

export function propertyDefinitionBody(
  property: PropertyDefinitions['items'][number],
  idOf: PropertyDefinitions['idOf'],
): z.output<typeof propertyDefinitionSchema> {
  return {
    id: idOf(property),
    name: property.name,
    description: null,
    tags: [],
    is_numerical: property.kind === 'Numeric',
    property_type: property.kind,
    is_seen_on_filtered_events: property.isSeenOnEvents,
    updated_at: null,
    updated_by: null,
    verified: false,
    verified_at: null,
    verified_by: null,
    hidden: false,
  }
}
