import { people as text } from '../../text/people.ts'
import { resultText, whyText } from '../../text/why.ts'
import { SubjectFlags } from './subject-flags.tsx'

interface Props {
  readonly distinctId: string
  /** Whether no user with this id is stored. */
  readonly isUnknown: boolean
}

/** Shows the result of every flag for a user. */
export function PersonFlags({ distinctId, isUnknown }: Props) {
  return (
    <SubjectFlags
      title={isUnknown ? text.flagsOfUnknown : text.flags}
      body={{ distinct_id: distinctId }}
      search={new URLSearchParams({ distinct_id: distinctId })}
      isTentative={isUnknown}
    >
      {(decision) => ({
        result: resultText(decision.value),
        reason: whyText(decision),
        quiet: decision.value === false,
      })}
    </SubjectFlags>
  )
}
