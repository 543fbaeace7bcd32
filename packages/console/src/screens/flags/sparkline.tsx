const WIDTH = 56
const HEIGHT = 16

interface Props {
  readonly values: readonly number[]
  /** What it shows, for who does not see it. */
  readonly label: string
}

/** A few numbers as bars, as high as they are beside the largest of them. */
export function Sparkline({ values, label }: Props) {
  const most = Math.max(1, ...values)
  const step = WIDTH / Math.max(1, values.length)
  return (
    <svg class="sparkline" width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      {values.map((value, day) => {
        const height = value === 0 ? 1 : Math.max(2, (HEIGHT * value) / most)
        // A day has no other name than its place.
        return <rect key={day} x={day * step} y={HEIGHT - height} width={step - 2} height={height} rx={1} />
      })}
    </svg>
  )
}
