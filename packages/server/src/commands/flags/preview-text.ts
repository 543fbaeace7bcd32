import type { FlagPreview } from '@flagdeck/core'

/** Whose answers would change, as lines for people: of the flag, then of each that looks at it. */
export function previewText({ changed, total, complete, groupTypeIndex, dependants }: FlagPreview): readonly string[] {
  const known = groupTypeIndex === null ? 'persons' : 'groups'
  const ofAll = complete ? '' : ', of those that could be looked at in time'
  return [
    `${changed} of ${total} known ${known} would get another answer${ofAll}.`,
    ...dependants.map((each) => `${each.key}, which looks at it: ${each.changed} would get another answer.`),
  ]
}
