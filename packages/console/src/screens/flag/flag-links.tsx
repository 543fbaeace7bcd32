import { href } from '../../route.ts'

interface Props {
  readonly flags: readonly { readonly id: number; readonly key: string }[]
}

/** Flags by their keys, each leading to its page. */
export function FlagLinks({ flags }: Props) {
  return (
    <>
      {flags.map(({ id, key }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <a class="mono" href={href('flags', id)}>
            {key}
          </a>
        </span>
      ))}
    </>
  )
}
