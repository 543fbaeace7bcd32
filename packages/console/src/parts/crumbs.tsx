import { href } from '../route.ts'
import { places, sentences } from '../text/frame.ts'

interface Props {
  readonly list: 'flags' | 'dashboards' | 'cohorts'
  /** Whether the current entry is in the list of deleted entries. */
  readonly deleted: boolean | undefined
}

/** Links back to the list that contains the current entry. */
export function Crumbs({ list, deleted }: Props) {
  return (
    <p class="crumbs">
      <a href={href(list)}>{places[list]}</a>
      {deleted && (
        <>
          {' / '}
          <a href={`${href(list)}?show=deleted`}>{sentences.deletedOnes}</a>
        </>
      )}
    </p>
  )
}
