import { isolate } from './isolate.ts'
import { question } from './question.ts'

/** Texts of the filters in the view of a dashboard. */
export const dashboardFilters = {
  bar: 'Filters',
  time: question.from,
  eachChart: 'Default time range',
  show: 'Filter',
  panelHint: 'Filters apply to your view only. They are part of the address, so you can share them as a link.',
  flags: question.flags,
  responses: question.responses,
  sdks: question.sdks,
  place: question.place,
  compare: question.compare,
  active: (label: string, values: readonly string[]) => `${label}: ${values.map(isolate).join(', ')}`,
  unknownFlag: (key: string) => `No flag has the key ${isolate(key)}.`,
  createFlag: 'Create flag',
  remove: (filter: string) => `Remove filter ${filter}`,
  clear: 'Clear filters',
  saved: 'Saved filters',
  none: 'No saved filters yet. Set filters, then save them here under a name.',
  save: 'Save current filters…',
  saveTitle: 'Save filters',
  saveHint: 'Saved in this browser, for you only. Saving under an existing name replaces those filters.',
  name: 'Name',
  saveAction: 'Save filters',
  savedAs: (name: string) => `Saved filters as ${isolate(name)}`,
  delete: (name: string) => `Delete saved filters ${isolate(name)}`,
  deleted: (name: string) => `Deleted saved filters ${isolate(name)}`,
  notStored: 'This browser does not allow the console to store filters.',
} as const
