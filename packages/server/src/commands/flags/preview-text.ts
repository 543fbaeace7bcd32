import type { FlagPreview } from '@flagdeck/core'

/** Whose answers would change, as lines for people: of the flag, then of each that looks at it. */
export function previewText(preview: FlagPreview): readonly string[] {
  const { changed, total, counted, complete, groupTypeIndex, dependants } = preview
  if (!counted) return [uncounted(preview)]
  const known = groupTypeIndex === null ? 'persons' : 'groups'
  const ofAll = complete ? '' : ', of those that could be looked at in time'
  return [
    `${changed} of ${total} known ${known} would get another answer${ofAll}.`,
    ...dependants.map((each) => `${each.key}, which looks at it: ${each.changed} would get another answer.`),
  ]
}

function uncounted({ groupTypeIndex, estimate }: FlagPreview): string {
  const [known, users] = groupTypeIndex === null ? ['persons', 'users'] : ['groups', 'groups']
  const reason = `No ${known} are stored, so the effect cannot be counted.`
  if (estimate === null) return reason
  return `${reason} By usage, about ${estimate.changed} of ${estimate.users} ${users} of the last 7 days would get another answer.`
}
