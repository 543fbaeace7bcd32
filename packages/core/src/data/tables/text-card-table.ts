import type { NewTextCard, TextCard } from '../records/text-card.ts'

export interface TextCardReader {
  /** Those of them that exist, by id. */
  findMany(projectId: number, textIds: readonly number[]): Promise<readonly TextCard[]>
}

export interface TextCardTable extends TextCardReader {
  insert(text: NewTextCard): Promise<TextCard>
  /** Replaces everything but id and project, the author too. */
  update(text: TextCard): Promise<void>
}
