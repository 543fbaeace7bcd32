import { useLayoutEffect, useRef } from 'preact/hooks'

interface Props<Name extends string> {
  readonly label: string
  readonly names: Readonly<Record<Name, string>>
  readonly open: Name
  readonly hrefOf: (name: Name) => string
}

/** The parts of a screen, each at an address of its own. Where not all of them fit, the open one is in sight. */
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
