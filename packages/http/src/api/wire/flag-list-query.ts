import type { FlagListFilters } from '@flagdeck/core'
import * as z from 'zod'
import { pageQuery, switchText } from './page.ts'

const text = () => z.string().optional()
const oneOf = (...values: string[]) => z.string().meta({ enum: values }).optional()

/** The query of the flag list (FLAG-30 to FLAG-35). Core parses the values. */
export const flagListQuery = z.object({
  ...pageQuery,
  active: oneOf('true', 'false', 'STALE'),
  archived: switchText().describe('archived flags are hidden when missing'),
  deleted: switchText().describe('true: deleted flags, archived or not, instead of live ones'),
  created_by_id: text().describe('one id, several with commas, or a JSON list'),
  search: text().describe('part of the key, the name or the owner'),
  key: text().describe('exact key, in any case'),
  owner: text().describe('exact owner, in any case'),
  mine: oneOf('true').describe('true: flags that the caller created or owns'),
  type: oneOf('boolean', 'multivariant', 'experiment', 'remote_config'),
  evaluation_runtime: oneOf('server', 'client', 'all', 'both').describe('both means all'),
  tags: text().describe('JSON list, or one: flags with any of these'),
  excluded_tags: text().describe('JSON list, or one: flags with none of these'),
  excluded_properties: text().describe('JSON list of flag keys to leave out, or one'),
  has_evaluation_contexts: switchText(),
  usage: z.literal('7d').optional().describe('7d: with the calls of today and the six days before'),
  order: text().describe('a column, with - before it for descending; -created_at when missing'),
})

/** The filters that select flags for an action: lists of ids have no pages and no usage. */
export const flagChoiceQuery = flagListQuery.omit({ limit: true, offset: true, usage: true })

export function flagListFilters(query: z.output<typeof flagChoiceQuery>): FlagListFilters {
  return {
    active: query.active,
    archived: query.archived,
    deleted: query.deleted,
    createdById: query.created_by_id,
    search: query.search,
    key: query.key,
    owner: query.owner,
    mine: query.mine,
    type: query.type,
    evaluationRuntime: query.evaluation_runtime,
    tags: query.tags,
    excludedTags: query.excluded_tags,
    excludedProperties: query.excluded_properties,
    hasEvaluationContexts: query.has_evaluation_contexts,
    order: query.order,
  }
}
