import type { NewTextCard, TextCard } from '../records/text-card.ts'

/** Queries on texts on dashboards. */
export interface TextCardReader {
  /** Returns the existing ones, by id. */
  findMany(projectId: number, textIds: readonly number[]): Promise<readonly TextCard[]>
}

/** Queries on and changes of texts on dashboards. */
export interface TextCardTable extends TextCardReader {
  insert(text: NewTextCard): Promise<TextCard>
  /** Replaces all fields except id and project, including the author. */
  update(text: TextCard): Promise<void>
}
