const WIDTH = 56
const HEIGHT = 16

interface Props {
  readonly values: readonly number[]
  /** Describes the bars for screen readers. */
  readonly label: string
}

/** Shows a few numbers as bars. Their height is relative to the largest number. */
export function Sparkline({ values, label }: Props) {
  const most = Math.max(1, ...values)
  const step = WIDTH / Math.max(1, values.length)
  return (
    <svg class="sparkline" width={WIDTH} height={HEIGHT} role="img" aria-label={label}>
      {values.map((value, day) => {
        const height = value === 0 ? 1 : Math.max(2, (HEIGHT * value) / most)
        // A day has no other identity than its position.
        return <rect key={day} x={day * step} y={HEIGHT - height} width={step - 2} height={height} rx={1} />
      })}
    </svg>
  )
}
