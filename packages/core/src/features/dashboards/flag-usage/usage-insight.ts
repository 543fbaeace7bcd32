import type { Flag } from '../../../data/records/flag.ts'
import type { Insight } from '../../../data/records/insight.ts'
import type { Project } from '../../../data/records/project.ts'
import { type JsonObject, jsonEquals } from '../../../foundation/json/json-value.ts'
import { flagGroupType } from '../../../runtime/usage/flag-group-type.ts'
import { FLAG_CALLED } from '../../usage/query/trends-query.ts'
import { onlyWhere, TOTAL, UNIQUE_USERS, type UsageQuestion, usageQuery } from '../usage-query.ts'

/** An insight that is generated for a flag (DASH-61). */
export interface UsageInsight {
  readonly name: string
  readonly description: string
  readonly query: JsonObject
}

/** The subjects that a flag counts as unique: users, or groups of its type. */
interface Audience {
  readonly one: string
  readonly many: string
  readonly math: JsonObject
}

/** Returns the charts of a usage dashboard: calls over time by response, and how many users got each variant. */
export function usageInsights(
  flag: Pick<Flag, 'key' | 'filters'>,
  project: Project,
): readonly [UsageInsight, UsageInsight] {
  const { one, many, math } = audienceOf(flag, project)
  const about: Pick<UsageQuestion, 'breakdown' | 'filter'> = {
    breakdown: '$feature_flag_response',
    filter: { key: '$feature_flag', value: flag.key },
  }
  return [
    {
      name: 'Feature Flag Called Total Volume',
      description: totalDescription(flag.key),
      query: usageQuery({ series: [{ event: FLAG_CALLED, math: TOTAL }], display: 'ActionsLineGraph', ...about }),
    },
    {
      name: `Feature Flag calls made by unique ${many} per variant`,
      description: uniqueDescription(flag.key, one),
      query: usageQuery({ series: [{ event: FLAG_CALLED, math }], display: 'ActionsTable', ...about }),
    },
  ]
}

function totalDescription(key: string): string {
  return `Shows the number of total calls made on feature flag with key: ${key}`
}

function uniqueDescription(key: string, one: string): string {
  return `Shows the number of unique ${one} calls made on feature flag per variant with key: ${key}`
}

function audienceOf(flag: Pick<Flag, 'filters'>, project: Project): Audience {
  const groupType = flagGroupType(flag, project)
  if (!groupType) return { one: 'user', many: 'users', math: UNIQUE_USERS }
  const { index, name } = groupType
  return { one: name, many: plural(name), math: { math: 'unique_group', math_group_type_index: index } }
}

/** Returns the plural. Names of group types are nearly always single English words: `organization`, `company`. */
function plural(name: string): string {
  return /[^aeiou]y$/i.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`
}

/** Returns the additional charts of a flag with enriched analytics: how often users saw and used its feature. */
export function enrichedInsights(key: string): readonly UsageInsight[] {
  return [
    enriched('Feature View Total Volume', 'views', '$feature_view', key),
    enriched('Feature Interaction Total Volume', 'interactions', '$feature_interaction', key),
  ]
}

function enriched(name: string, what: string, event: string, key: string): UsageInsight {
  return {
    name,
    description: `Shows the total number of ${what} of the feature with key: ${key}`,
    query: usageQuery({
      series: [
        { event, math: TOTAL },
        { event, math: UNIQUE_USERS },
      ],
      display: 'ActionsLineGraph',
      filter: { key: 'feature_flag', value: key },
    }),
  }
}

/**
 * Returns a generated insight under the flag's new key. Returns undefined if a user changed its description or the
 * condition with the flag's key (DASH-65).
 */
export function renamedInsight(insight: Insight, before: string, after: string): Insight | undefined {
  const description = renamedDescription(insight.description ?? '', before, after)
  const query = renamedQuery(insight.query, before, after)
  return description === undefined || query === undefined ? undefined : { ...insight, description, query }
}

/**
 * Returns the key of the flag for which an insight was generated; undefined if it was not generated, or a user changed
 * it.
 */
export function flagKeyOf(insight: Insight): string | undefined {
  const [, key] = / with key: (\S+)$/.exec(insight.description ?? '') ?? []
  return key !== undefined && renamedInsight(insight, key, key) ? key : undefined
}

function renamedDescription(description: string, before: string, after: string): string | undefined {
  const ending = `with key: ${before}`
  const start = description.slice(0, -ending.length)
  const isGenerated = description.endsWith(ending) && GENERATED_STARTS.some((pattern) => pattern.test(start))
  return isGenerated ? `${start}with key: ${after}` : undefined
}

const GENERATED_STARTS = [
  /^Shows the number of total calls made on feature flag $/,
  /^Shows the number of unique .+ calls made on feature flag per variant $/,
  /^Shows the total number of (views|interactions) of the feature $/,
]

function renamedQuery(query: JsonObject | null, before: string, after: string): JsonObject | undefined {
  const source = query?.source as JsonObject | undefined // the whole query is compared before a part is used
  for (const key of ['$feature_flag', 'feature_flag']) {
    if (jsonEquals(source?.properties ?? null, onlyWhere({ key, value: before }))) {
      return { ...query, source: { ...source, properties: onlyWhere({ key, value: after }) } }
    }
  }
  return undefined
}
