import type { Page, PageRequest } from '../../foundation/pagination/page.ts'
import type { Insight, InsightQuery, NewInsight } from '../records/insight.ts'

/** Queries on insights. */
export interface InsightReader {
  /** Returns the existing ones, including deleted ones, by id. */
  findMany(projectId: number, insightIds: readonly number[]): Promise<readonly Insight[]>
  findByShortId(projectId: number, shortId: string): Promise<Insight | undefined>
  list(projectId: number, query: InsightQuery, page: PageRequest): Promise<Page<Insight>>
}

/** Queries on and changes of insights. */
export interface InsightTable extends InsightReader {
  /**
   * Adds an insight. Short ids are unique (`insights_short_id`).
   * @param searchText name, description and tags in lower case, one per line
   */
  insert(insight: NewInsight, searchText: string): Promise<Insight>
  /** Replaces all fields except id, project, short id, creator and `createdAt`. */
  update(insight: Insight, searchText: string): Promise<void>
}
