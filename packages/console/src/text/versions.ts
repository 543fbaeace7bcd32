import { whole } from '../parts/number.ts'
import { ownValue } from '../parts/own-value.ts'

/** Texts of the version history of a flag, a dashboard or a cohort. */
export const versions = {
  title: 'History',
  older: 'Show older',
  version: (version: number) => `version ${whole(version)}`,
  goBack: (version: number) => `Restore version ${whole(version)}`,
  wentBack: (version: number) => `Restored version ${whole(version)}`,
  did: (activity: string, fields: readonly string[]) => ownValue(DONE, activity) ?? changed(fields),
} as const

const DONE: Readonly<Record<string, string>> = {
  created: 'created it',
  deleted: 'deleted it',
  restored: 'restored it',
}

function changed(fields: readonly string[]): string {
  if (fields.length === 0) return 'saved it without changes'
  const names = new Set(fields.map((field) => ownValue(FIELDS, field) ?? field))
  return `changed ${[...names].join(', ')}`
}

const FIELDS: Readonly<Record<string, string>> = {
  name: 'the name',
  description: 'the description',
  pinned: 'the pin',
  tags: 'the tags',
  tiles: 'the tiles',
  texts: 'the text',
  filters: 'the filters',
  restriction_level: 'edit access',
  collaborators: 'edit access',
}
