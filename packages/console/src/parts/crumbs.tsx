import { href } from '../route.ts'
import { places, sentences } from '../text/frame.ts'

interface Props {
  readonly list: 'flags' | 'dashboards' | 'cohorts'
  /** Whether what is shown is in the list of what is deleted. */
  readonly deleted: boolean | undefined
}

/** The way back to the list that something is in. */
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
