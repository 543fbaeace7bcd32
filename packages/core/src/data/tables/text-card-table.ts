import type { NewTextCard, TextCard } from '../records/text-card.ts'

/** What is asked about texts on dashboards. */
export interface TextCardReader {
  /** Those of them that exist, by id. */
  findMany(projectId: number, textIds: readonly number[]): Promise<readonly TextCard[]>
}

/** What is asked about texts on dashboards, and how it is changed. */
export interface TextCardTable extends TextCardReader {
  insert(text: NewTextCard): Promise<TextCard>
  /** Replaces everything but id and project, the author too. */
  update(text: TextCard): Promise<void>
}
