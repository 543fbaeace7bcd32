/** Sentences of charts. */
export const chartText = {
  showTable: 'Show as table',
  showPicture: 'Show as picture',
  when: 'When',
  total: 'Total',
  changes: 'What was changed',
  keys: 'The arrow keys move between moments',
} as const
