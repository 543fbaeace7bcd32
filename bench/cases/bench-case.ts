import type { Result } from '../report/result.ts'

/** Something that is measured by itself: it makes all that it needs and takes it away again. */
export interface BenchCase {
  /** `pnpm bench NAME` runs the cases whose name contains NAME. */
  readonly name: string
  run(): Promise<readonly Result[]>
}
