import { useLayoutEffect, useRef } from 'preact/hooks'

interface Props<Name extends string> {
  readonly label: string
  readonly names: Readonly<Record<Name, string>>
  readonly open: Name
  readonly hrefOf: (name: Name) => string
}

/** Links to the parts of a screen, each with a separate address. If not all fit, the open one is scrolled into view. */
export function Tabs<Name extends string>({ label, names, open, hrefOf }: Props<Name>) {
  const nav = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (nav.current && current) nav.current.scrollLeft = middleOf(current) - middleOf(nav.current)
  }, [open])
  return (
    <nav ref={nav} class="tabs" aria-label={label}>
      {(Object.keys(names) as Name[]).map(
        (
          name, // all its keys are names
        ) => (
          <a key={name} href={hrefOf(name)} aria-current={name === open ? 'page' : undefined}>
            {names[name]}
          </a>
        ),
      )}
    </nav>
  )
}

const middleOf = ({ offsetLeft, offsetWidth }: HTMLElement): number => offsetLeft + offsetWidth / 2
