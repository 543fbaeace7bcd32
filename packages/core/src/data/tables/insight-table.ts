import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { Insight, InsightQuery, NewInsight } from '../records/insight.ts'

/** What is asked about insights. */
export interface InsightReader {
  /** Those of them that exist, deleted ones too, by id. */
  findMany(projectId: number, insightIds: readonly number[]): Promise<readonly Insight[]>
  findByShortId(projectId: number, shortId: string): Promise<Insight | undefined>
  list(projectId: number, query: InsightQuery, page: PageRequest): Promise<Page<Insight>>
}

/** What is asked about insights, and how it is changed. */
export interface InsightTable extends InsightReader {
  /** @param searchText name, description and tags in lower case, a line each. Short ids are unique (`insights_short_id`). */
  insert(insight: NewInsight, searchText: string): Promise<Insight>
  /** Replaces everything but id, project, short id, creator and `createdAt`. */
  update(insight: Insight, searchText: string): Promise<void>
}
