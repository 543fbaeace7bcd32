import type { places } from '../text/frame.ts'

/** Outlines in a square of 16, drawn in the text colour. */
const PATHS: Readonly<Record<keyof typeof places, string>> = {
  flags: 'M3 14V2.5h8l-1.2 3L11 8.5H3',
  dashboards: 'M2.5 2.5h4.5v6H2.5zM9 2.5h4.5v3.5H9zM2.5 10.5h4.5v3H2.5zM9 8h4.5v5.5H9z',
  cohorts: 'M6.2 2.5a3.7 3.7 0 1 1 0 7.4 3.7 3.7 0 0 1 0-7.4ZM9.8 6.1a3.7 3.7 0 1 1 0 7.4 3.7 3.7 0 0 1 0-7.4Z',
  people: 'M8 2.5a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6ZM2.5 14c.4-2.6 2.6-4.2 5.5-4.2s5.1 1.6 5.5 4.2',
  activity: 'M2 8h3l2-5 2.5 10L11.5 8H14',
  settings:
    'M2 4.5h7M13 4.5h1M2 11.5h1M7 11.5h7M11 2.8a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4ZM5 9.8a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4Z',
}

export function Icon({ name }: { readonly name: keyof typeof places }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
