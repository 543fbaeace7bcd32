import { whole } from '../parts/number.ts'

/** Sentences of every list that has pages. */
export const lists = {
  pages: 'Pages',
  range: (from: number, to: number, count: number) => `${whole(from)} to ${whole(to)} of ${whole(count)}`,
  previous: 'Previous',
  next: 'Next',
} as const
