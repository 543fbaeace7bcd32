import type { Draft } from './draft.ts'
import type { Problems } from './problems.ts'

/** What every section of the form is given. */
export interface SectionProps {
  readonly draft: Draft
  /** The flag as it was read. */
  readonly base: Draft
  readonly problems: Problems
  readonly change: (fields: Partial<Draft>) => void
}
