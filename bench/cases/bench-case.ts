import type { Result } from '../report/result.ts'

/** A measurement that creates everything it needs, and removes it afterwards. */
export interface BenchCase {
  /** `pnpm bench NAME` runs the cases whose name contains NAME. */
  readonly name: string
  run(): Promise<readonly Result[]>
}
