import type { ComponentChildren } from 'preact'
import { memo, Suspense } from 'preact/compat'
import { useState } from 'preact/hooks'
import { refresh } from '../../../api/query.ts'
import { Guard } from '../../../parts/guard.tsx'
import { lazy } from '../../../parts/lazy.ts'
import { dashboards as text } from '../../../text/dashboards.ts'
import { sentences } from '../../../text/frame.ts'
import { isOverTime } from '../answer/displays.ts'
import { InsightAnswer } from '../answer/insight-answer.tsx'
import { type Dashboard, type Tile, tileName } from '../dashboard.ts'
import type { Carrier } from './carrier.ts'
import { TileMenu } from './tile-menu.tsx'
import { type MeasureContent, useContentHeight } from './use-content-rows.ts'
import { useTileMarks } from './use-tile-marks.ts'

const Markdown = lazy(() => import('./markdown.tsx').then((module) => module.Markdown))

interface Props {
  readonly dashboard: Dashboard
  readonly tile: Tile
  readonly note: string | undefined
  readonly measure: MeasureContent
  /** undefined if the user can only view the dashboard. */
  readonly carrier: Carrier | undefined
}

/** Shows a tile: its name, its content, and its menu. */
export function TileCard({ dashboard, tile, note, measure, carrier }: Props) {
  const name = tileName(tile)
  return (
    <>
      <div class="row tile-head">
        {carrier && <Handle tile={tile} name={name} carrier={carrier} />}
        <h2 class={`grow ${tile.text ? 'visually-hidden' : ''}`} dir="auto" title={name}>
          {name}
        </h2>
        <Options dashboard={dashboard} tile={tile} name={name} mayWrite={carrier !== undefined} />
      </div>
      <Content tile={tile} name={name} note={note} measure={measure} />
      {carrier && (
        <span class="size-handle" title={text.size} onPointerDown={(event) => carrier.press(tile.id, 'size', event)} />
      )}
    </>
  )
}

// Every step of a moved tile renders the grid again, which must not redraw thirty charts (CONSOLE-311).
const Options = memo(TileMenu)
const Content = memo(TileContent)

interface ContentProps extends Pick<Props, 'tile' | 'note' | 'measure'> {
  readonly name: string
}

function TileContent({ tile, name, note, measure }: ContentProps) {
  const fills = tile.insight !== null && isOverTime(tile.insight)
  const content = useContentHeight(tile.id, fills, measure)
  return (
    <>
      {tile.insight?.description && tile.show_description !== false && (
        <p class="quiet small tile-about" dir="auto" title={tile.insight.description}>
          {tile.insight.description}
        </p>
      )}
      <Body tile={tile} name={name} fills={fills}>
        <div ref={content} class="tile-content">
          {tile.text && (
            <Guard>
              <Suspense fallback={null}>
                <Markdown source={tile.text.body ?? ''} />
              </Suspense>
            </Guard>
          )}
          {tile.insight && <Answer insight={tile.insight} name={name} />}
          {note !== undefined && <p class="quiet small tile-note">{note}</p>}
        </div>
      </Body>
    </>
  )
}

interface BodyProps {
  readonly tile: Tile
  readonly name: string
  readonly fills: boolean
  readonly children: ComponentChildren
}

/**
 * Makes a text that is longer than its tile scrollable with the keyboard. Charts and tables are focusable themselves.
 */
function Body({ tile, name, fills, children }: BodyProps) {
  if (!tile.text) return <div class={`tile-body ${fills ? 'fills' : ''}`}>{children}</div>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard
    <section class="tile-body" aria-label={name} tabIndex={0}>
      {children}
    </section>
  )
}

interface AnswerProps {
  readonly insight: NonNullable<Tile['insight']>
  readonly name: string
}

function Answer({ insight, name }: AnswerProps) {
  const marks = useTileMarks(insight)
  return (
    <>
      <InsightAnswer insight={insight} title={name} height="fill" marks={marks} />
      {insight.error && (
        <button type="button" class="button start" onClick={() => void refresh('retrieveDashboard')}>
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
