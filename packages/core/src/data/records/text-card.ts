import type { Timestamp } from '../../foundation/time/timestamp.ts'
import type { User } from './user.ts'

/** Characters that a text may have. */
export const MAX_TEXT_LENGTH = 4000

/** Markdown on a dashboard. It is data: nothing renders it here. */
export interface TextCard {
  readonly id: number
  readonly projectId: number
  /** At most {@link MAX_TEXT_LENGTH} characters. */
  readonly body: string | null
  readonly createdBy: User | null
  readonly lastModifiedAt: Timestamp
  /** null until somebody changes it. */
  readonly lastModifiedBy: User | null
}

/** A text before the store gives it an id. */
export type NewTextCard = Omit<TextCard, 'id'>
