import { seriesBackground } from '../../../parts/chart/colours.ts'
import { explainText } from '../../../text/explain.ts'
import type { Bucket, VariantChoice } from './explanation.ts'
import { Sign } from './sign.tsx'

const BUCKET = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })

/** Returns a bucket from 0 to 100 for a position from 0 to 1. */
export function bucketText(position: number): string {
  return BUCKET.format(position * 100)
}

interface RolloutProps {
  readonly rollout: Bucket
  /** Whether the filters matched, so that the rollout decides. */
  readonly isEvaluated: boolean
}

/** Shows the bucket of the subject next to the share of the rollout. */
export function Rollout({ rollout: { position, percentage, is_in: isIn }, isEvaluated }: RolloutProps) {
  if (position === null || percentage >= 100) {
    return (
      <li class="tree-line">
        <Sign passed={position !== null} />
        <span>{position === null ? explainText.noBucket : explainText.fullRollout}</span>
      </li>
    )
  }
  const sentenceIf = isEvaluated
    ? { in: explainText.inRollout, out: explainText.outOfRollout }
    : { in: explainText.wouldBeIn, out: explainText.wouldBeOut }
  return (
    <li>
      <div class="tree-line">
        <Sign passed={isIn} />
        <span>{sentenceIf[isIn ? 'in' : 'out'](bucketText(position), BUCKET.format(percentage))}</span>
      </div>
      <div class="places" aria-hidden="true">
        {percentage > 0 && <i class="share" style={{ width: `${percentage}%` }} />}
        <i class="mark" style={{ insetInlineStart: `${position * 100}%` }} />
      </div>
    </li>
  )
}

/** Shows the variant of the subject: the ranges of all variants, and the bucket within them. */
export function VariantRanges({ variant }: { readonly variant: VariantChoice }) {
  const { chosen, is_pinned, position, ranges } = variant
  const name = chosen ?? ''
  return (
    <li>
      <div class="tree-line">
        <Sign passed />
        <span>
          {is_pinned || position === null ? explainText.pinned(name) : explainText.drawn(name, bucketText(position))}
        </span>
      </div>
      {!is_pinned && position !== null && (
        <>
          <div class="places" aria-hidden="true">
            {ranges.map(({ key, from, to }, index) => (
              <i
                key={key}
                class="range"
                style={{
                  insetInlineStart: `${from * 100}%`,
                  width: `${(to - from) * 100}%`,
                  background: seriesBackground(index),
                }}
              />
            ))}
            <i class="mark" style={{ insetInlineStart: `${position * 100}%` }} />
          </div>
          <ul class="legend small places-legend">
            {ranges.map(({ key, from, to }, index) => (
              <li key={key} class="legend-entry">
                <i style={{ background: seriesBackground(index) }} />
                <bdi class="legend-label">{key}</bdi> {bucketText(from)} – {bucketText(to)}
              </li>
            ))}
          </ul>
        </>
      )}
    </li>
  )
}
