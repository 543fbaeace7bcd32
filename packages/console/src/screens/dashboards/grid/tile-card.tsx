import { Suspense } from 'preact/compat'
import { useState } from 'preact/hooks'
import { refresh } from '../../../api/query.ts'
import { Guard } from '../../../parts/guard.tsx'
import { lazy } from '../../../parts/lazy.ts'
import { dashboards as text } from '../../../text/dashboards.ts'
import { sentences } from '../../../text/frame.ts'
import { InsightAnswer } from '../answer/insight-answer.tsx'
import { type Dashboard, type Tile, tileName } from '../dashboard.ts'
import type { Box } from './boxes.ts'
import { type Carrier, GAP, ROW } from './carrier.ts'
import { TileMenu } from './tile-menu.tsx'
import { useTileMarks } from './use-tile-marks.ts'

const Markdown = lazy(() => import('./markdown.tsx').then((module) => module.Markdown))

interface Props {
  readonly dashboard: Dashboard
  readonly tile: Tile
  readonly box: Box
  /** undefined: the dashboard may only be looked at. */
  readonly carrier: Carrier | undefined
}

/** One tile: what it is called, what it says, and what can be done with it. */
export function TileCard({ dashboard, tile, box, carrier }: Props) {
  const name = tileName(tile)
  return (
    <>
      <div class="row tile-head">
        {carrier && <Handle tile={tile} name={name} carrier={carrier} />}
        <h2 class={`grow ${tile.text ? 'visually-hidden' : ''}`} dir="auto">
          {name}
        </h2>
        <TileMenu dashboard={dashboard} tile={tile} name={name} mayWrite={carrier !== undefined} />
      </div>
      {tile.insight?.description && tile.show_description !== false && (
        <p class="quiet small" dir="auto">
          {tile.insight.description}
        </p>
      )}
      {tile.text && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard
        <section class="tile-body" aria-label={name} tabIndex={0}>
          <Guard>
            <Suspense fallback={null}>
              <Markdown source={tile.text.body ?? ''} />
            </Suspense>
          </Guard>
        </section>
      )}
      {tile.insight && (
        <div class="tile-body">
          <Answer insight={tile.insight} name={name} height={plotHeight(box)} />
        </div>
      )}
      {carrier && (
        <span class="size-handle" title={text.size} onPointerDown={(event) => carrier.press(tile.id, 'size', event)} />
      )}
    </>
  )
}

/** What is left for a picture beside the name, the legend and the sentence of a tile. */
function plotHeight({ h }: Box): number {
  return Math.max(80, h * ROW + (h - 1) * GAP - 150)
}

interface AnswerProps {
  readonly insight: NonNullable<Tile['insight']>
  readonly name: string
  readonly height: number
}

function Answer({ insight, name, height }: AnswerProps) {
  const marks = useTileMarks(insight)
  return (
    <>
      <InsightAnswer insight={insight} title={name} height={height} marks={marks} />
      {insight.error && (
        <button type="button" class="button" onClick={() => void refresh('retrieveDashboard')}>
          {sentences.tryAgain}
        </button>
      )}
    </>
  )
}

interface HandleProps {
  readonly tile: Tile
  readonly name: string
  readonly carrier: Carrier
}

function Handle({ tile: { id }, name, carrier }: HandleProps) {
  const [isNear, setNear] = useState(false)
  return (
    <button
      type="button"
      class="button plain icon handle"
      data-handle={id}
      aria-label={text.handle(name)}
      aria-pressed={carrier.held === id}
      aria-describedby={isNear ? `handle-${id}` : undefined}
      onFocus={() => setNear(true)}
      onBlur={() => {
        setNear(false)
        carrier.drop()
      }}
      onKeyDown={(event) => carrier.pressKey(id, event)}
      onPointerDown={(event) => carrier.press(id, 'move', event)}
    >
      <span aria-hidden="true">⠿</span>
      {isNear && (
        <span id={`handle-${id}`} class="visually-hidden">
          {text.handleKeys}
        </span>
      )}
    </button>
  )
}
