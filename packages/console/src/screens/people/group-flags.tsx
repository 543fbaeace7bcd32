import { people as text } from '../../text/people.ts'
import { resultText, whyText } from '../../text/why.ts'
import { type FlagDecision, SubjectFlags } from './subject-flags.tsx'

interface Props {
  /** Index of the group type. */
  readonly type: number
  /** Names of group types by index. */
  readonly typeNames: Readonly<Record<number, string>>
  readonly groupKey: string
}

/** None of these flags depends on it, but the API requires a distinct id. */
const NO_USER = '$group'

/**
 * Shows the result of each flag that is rolled out by the type of a group. Flags that also need a user, or another
 * group, show this instead.
 */
export function GroupFlags({ type, typeNames, groupKey }: Props) {
  const name = typeNames[type] ?? ''
  const groups = { [name]: groupKey }
  return (
    <SubjectFlags
      title={text.flagsOfGroup}
      body={{ distinct_id: NO_USER, groups }}
      groupType={{ index: type, name }}
      search={new URLSearchParams({ [`group.${name}`]: groupKey })}
    >
      {(decision) => {
        const missing = decision.active ? missingSubject(decision, type, typeNames) : undefined
        if (missing !== undefined) return { result: text.undecided, reason: missing, quiet: true }
        return { result: resultText(decision.value), reason: whyText(decision), quiet: decision.value === false }
      }}
    </SubjectFlags>
  )
}

/** Returns what a flag needs in addition to the group; undefined if it only needs the group. */
function missingSubject(
  { aggregation_group_type_indexes: indexes }: FlagDecision,
  type: number,
  typeNames: Props['typeNames'],
): string | undefined {
  const others = indexes.filter((index) => index !== type)
  const [other] = others
  if (other === undefined) return undefined
  if (others.includes(null)) return text.alsoNeedsUser
  return text.alsoNeedsGroup(typeNames[other ?? 0] ?? String(other))
}
