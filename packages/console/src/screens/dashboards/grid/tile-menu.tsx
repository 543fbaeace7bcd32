import { useState } from 'preact/hooks'
import { Menu, type MenuItem } from '../../../parts/menu.tsx'
import { tell } from '../../../parts/toasts.tsx'
import { dashboards as text } from '../../../text/dashboards.ts'
import { isOverTime } from '../answer/displays.ts'
import { type Dashboard, inputOf, type Tile } from '../dashboard.ts'
import { copyTileHere, removeTile, tryToChange } from '../dashboard-actions.ts'
import { TextDialog } from '../page/text-dialog.tsx'
import { QuestionDialog } from '../question/question-dialog.tsx'
import { download, fileName } from './download.ts'
import { SendDialog } from './send-dialog.tsx'
import { csvOf } from './tile-csv.ts'
import { pngOf } from './tile-png.ts'

interface Props {
  readonly dashboard: Dashboard
  readonly tile: Tile
  readonly name: string
  readonly mayWrite: boolean
}

type Opened = 'edit' | 'move' | 'copy' | null

/** Shows the menu of a tile. Viewers can download it, and add it to a dashboard that they may edit. */
export function TileMenu({ dashboard, tile, name, mayWrite }: Props) {
  const [opened, open] = useState<Opened>(null)
  const close = () => open(null)
  const { project_id: projectId } = inputOf(dashboard.id).params
  return (
    <>
      <Menu label={text.more(name)} items={itemsOf(dashboard, tile, name, mayWrite, open)} />
      {opened === 'edit' && tile.insight && (
        <QuestionDialog projectId={projectId} insight={tile.insight} onSaved={() => undefined} onClose={close} />
      )}
      {opened === 'edit' && tile.text && <TextDialog dashboard={dashboard} tile={tile} onClose={close} />}
      {(opened === 'move' || opened === 'copy') && (
        <SendDialog dashboard={dashboard} tile={tile} name={name} way={opened} onClose={close} />
      )}
    </>
  )
}

function itemsOf(
  dashboard: Dashboard,
  tile: Tile,
  name: string,
  mayWrite: boolean,
  open: (which: Opened) => void,
): readonly MenuItem[] {
  const copy = { label: text.copyTo, onChoose: () => open('copy') }
  const exports = tile.insight?.result ? exportsOf(tile.insight, tile.id, name) : []
  if (!mayWrite) return [copy, ...exports]
  const edit = { label: tile.text ? text.editText : text.editQuestion, onChoose: () => open('edit') }
  const duplicate = { label: text.duplicateTile, onChoose: () => void copyTileHere(dashboard, tile, name) }
  const move = { label: text.moveTo, onChoose: () => open('move') }
  const remove = { label: text.removeTile, onChoose: () => void removeTile(dashboard, tile, name) }
  return [edit, ...describing(dashboard, tile), duplicate, move, copy, ...exports, remove]
}

function exportsOf(insight: NonNullable<Tile['insight']>, id: number, name: string): readonly MenuItem[] {
  const csv = () => download(fileName(name, 'csv'), new Blob([csvOf(insight)], { type: 'text/csv' }))
  const png = async () => {
    const tile = document.querySelector<HTMLElement>(`[data-tile="${id}"]`)
    const picture = tile ? await pngOf(tile) : undefined
    if (picture) download(fileName(name, 'png'), picture)
    else tell(text.noPicture)
  }
  const asCsv = { label: text.exportCsv, onChoose: csv }
  return isOverTime(insight) ? [asCsv, { label: text.exportPng, onChoose: () => void png() }] : [asCsv]
}

function describing(dashboard: Dashboard, { id, insight, show_description: shown }: Tile): readonly MenuItem[] {
  if (!insight?.description) return []
  const isShown = shown !== false
  const entry = (show: boolean) => ({ tiles: [{ id, show_description: show }] })
  const label = isShown ? text.hideDescription : text.showDescription
  return [{ label, onChoose: () => void tryToChange(dashboard.id, entry(!isShown), text.saved, entry(isShown)) }]
}
