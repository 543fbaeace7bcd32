import { href } from '../route.ts'
import { missing } from '../text/missing.ts'

/** The name of a list in addresses, or a page that belongs to no list. */
export type MissingFrom = keyof typeof missing

/** Shown if the address names nothing: reports what is missing, and links to its list. */
export function Missing({ from }: { readonly from: MissingFrom }) {
  const { title, hint, list } = missing[from]
  return (
    <div class="empty missing">
      <h1>{title}</h1>
      <p class="quiet">{hint}</p>
      <a class="button" href={href(from === 'page' ? 'flags' : from)}>
        {list}
      </a>
    </div>
  )
}
