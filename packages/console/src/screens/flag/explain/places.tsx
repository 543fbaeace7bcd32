import { seriesBackground } from '../../../parts/chart/colours.ts'
import { explainText } from '../../../text/explain.ts'
import type { Bucket, VariantDraw } from './explanation.ts'
import { Sign } from './sign.tsx'

const PLACE = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })

/** A position from 0 to 1 as a place of 100. */
function placeText(position: number): string {
  return PLACE.format(position * 100)
}

interface RolloutProps {
  readonly rollout: Bucket
  /** Whether the filters let it come to this. */
  readonly isAsked: boolean
}

/** Where somebody stands in a rollout, beside how far that goes. */
export function Rollout({ rollout: { position, percentage, is_in }, isAsked }: RolloutProps) {
  if (position === null) {
    return (
      <li class="tree-line">
        <Sign passed={false} />
        <span>{explainText.noPlace}</span>
      </li>
    )
  }
  const say = is_in ? explainText.inRollout : explainText.outOfRollout
  const sentence = say(placeText(position), PLACE.format(percentage))
  return (
    <li>
      <div class="tree-line">
        <Sign passed={is_in} />
        <span>{isAsked ? sentence : explainText.wouldBe(sentence)}</span>
      </div>
      <div class="places" aria-hidden="true">
        <i class="share" style={{ width: `${percentage}%` }} />
        <i class="mark" style={{ insetInlineStart: `${position * 100}%` }} />
      </div>
    </li>
  )
}

/** How the variant was drawn: the ranges of all, and the place in them. */
export function VariantRanges({ variant }: { readonly variant: VariantDraw }) {
  const { chosen, is_pinned, position, ranges } = variant
  const name = chosen ?? ''
  return (
    <li>
      <div class="tree-line">
        <Sign passed />
        <span dir="auto">
          {is_pinned || position === null ? explainText.pinned(name) : explainText.drawn(name, placeText(position))}
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
                <span class="legend-label">{key}</span> {placeText(from)} – {placeText(to)}
              </li>
            ))}
          </ul>
        </>
      )}
    </li>
  )
}
