import { useQuery } from '../../api/query.ts'
import { flagText, warning } from '../../text/flag-page.ts'
import { type Flag, inputOf } from './flag.ts'
import { FlagLinks } from './flag-links.tsx'

/** Shows the effect of turning off a flag: its recent users, and the flags that depend on it. */
export function Needers({ flag }: { readonly flag: Flag }) {
  const usage = useQuery('retrieveFlagUsage', { ...inputOf(flag.id), query: { date_from: '-6d' } })
  const needing = useQuery('listDependentFlags', { ...inputOf(flag.id), query: { include_inactive: true } })
  const users = usage.data?.totals.users ?? 0
  const flags = needing.data ?? []
  const active = flags.filter((each) => each.active).length
  return (
    <>
      {users > 0 && <p>{flagText.users(users)}</p>}
      {flags.length > 0 && (
        <p>
          <FlagLinks flags={flags} /> {warning.dependents(flags.length)} {active > 0 && warning.effect(active)}
        </p>
      )}
    </>
  )
}
