import { href } from '../../route.ts'
import { flagText } from '../../text/flag-page.ts'

interface Props {
  readonly flags: readonly { readonly id: number; readonly key: string; readonly active?: boolean }[]
}

/** Links to flags by key. Disabled flags are marked. */
export function FlagLinks({ flags }: Props) {
  return (
    <>
      {flags.map(({ id, key, active = true }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <a class="mono" href={href('flags', id)}>
            {key}
          </a>
          {!active && <span class="quiet small"> {flagText.off.toLowerCase()}</span>}
        </span>
      ))}
    </>
  )
}
