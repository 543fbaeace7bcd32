import { href } from '../route.ts'
import { missing } from '../text/missing.ts'

/** The name of a list as addresses have it, or a page of no list. */
export type MissingFrom = keyof typeof missing

/** Shown where the address names nothing: what is not there, and the way to the list that it would be in. */
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
