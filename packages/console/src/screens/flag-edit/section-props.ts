import type { Draft } from './draft.ts'
import type { Problems } from './problems.ts'

/** The props of every section of the form. */
export interface SectionProps {
  readonly draft: Draft
  /** The flag that was read. */
  readonly base: Draft
  readonly problems: Problems
  readonly change: (fields: Partial<Draft>) => void
}
