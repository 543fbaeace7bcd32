import { isolate } from './isolate.ts'

/** Texts of charts. */
export const chartText = {
  showTable: 'Show table',
  showPicture: 'Show chart',
  when: 'Date',
  total: 'Total',
  changes: 'Changes',
  previous: 'Previous period',
  keys: 'Arrow keys read out the values',
  /** Returns "Thu, 26 Nov: control 120; test 118". */
  values: (moment: string, values: readonly (readonly [label: string, value: string])[]) =>
    `${moment}: ${values.map(([label, value]) => `${isolate(label)} ${value}`).join('; ')}`,
} as const
