import { whole } from '../parts/number.ts'

/** Sentences of the history of a thing with versions. */
export const versions = {
  title: 'History',
  older: 'Show older',
  version: (version: number) => `version ${whole(version)}`,
  goBack: (version: number) => `Restore version ${whole(version)}`,
  wentBack: (version: number) => `Restored what version ${whole(version)} was`,
  did: (activity: string, fields: readonly string[]) => DONE[activity] ?? changed(fields),
} as const

const DONE: Readonly<Record<string, string>> = {
  created: 'made it',
  deleted: 'deleted it',
  restored: 'restored it',
}

function changed(fields: readonly string[]): string {
  if (fields.length === 0) return 'saved it as it was'
  return `changed ${fields.map((field) => FIELDS[field] ?? field).join(', ')}`
}

/** How fields are called in a history. */
const FIELDS: Readonly<Record<string, string>> = {
  name: 'the name',
  description: 'the description',
  pinned: 'whether it is pinned',
  tags: 'the tags',
  tiles: 'the tiles',
  texts: 'a text',
  filters: 'the filters',
  restriction_level: 'who may edit',
  collaborators: 'who may edit',
}
