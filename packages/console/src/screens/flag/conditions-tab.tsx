import { ConditionSets } from './condition-sets.tsx'
import type { Flag } from './flag.ts'
import { Payloads } from './payloads.tsx'

/** All that the flag's answer rests on. */
export function ConditionsTab({ flag }: { readonly flag: Flag }) {
  return (
    <div class="stack">
      <ConditionSets filters={flag.filters} />
      <Payloads flag={flag} />
    </div>
  )
}
