import { whole } from '../parts/number.ts'

/** Texts of all lists with pages. */
export const lists = {
  pages: 'Pages',
  range: (from: number, to: number, count: number) => `${whole(from)}–${whole(to)} of ${whole(count)}`,
  previous: 'Previous',
  next: 'Next',
} as const
