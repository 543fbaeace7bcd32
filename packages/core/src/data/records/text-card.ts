import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { User } from './user.ts'

/** The maximum number of characters of a text. */
export const MAX_TEXT_LENGTH = 4000

/** A Markdown text on a dashboard. The server stores it without rendering it. */
export interface TextCard {
  readonly id: number
  readonly projectId: number
  /** At most {@link MAX_TEXT_LENGTH} characters. */
  readonly body: string | null
  readonly createdBy: User | null
  readonly lastModifiedAt: Timestamp
  /** null: never modified. */
  readonly lastModifiedBy: User | null
}

/** A text before the store gives it an id. */
export type NewTextCard = Omit<TextCard, 'id'>
