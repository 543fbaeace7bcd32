import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Suspense } from 'preact/compat'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { Dialog } from '../../parts/dialog.tsx'
import { Guard } from '../../parts/guard.tsx'
import { listenForKeys, useShortcuts } from '../../parts/keyboard.ts'
import { lazy } from '../../parts/lazy.ts'
import { go, href } from '../../route.ts'
import { commands, keys } from '../../text/commands.ts'
import { places } from '../../text/frame.ts'
import { collectTyped } from './typed-ahead.ts'

const Palette = lazy(() => import('./palette.tsx').then((module) => module.Palette))
const Shortcuts = lazy(() => import('./shortcuts.tsx').then((module) => module.Shortcuts))

type Opened = 'palette' | 'shortcuts' | null

const opened = signal<Opened>(null)

export function showCommands(which: Opened): void {
  opened.value = which
}

/** Notes that a dialog was closed. The browser reports it later, when another dialog may already be open. */
export function noteClosed(which: Exclude<Opened, null>): void {
  if (opened.value === which) opened.value = null
}

/** Shows the button that opens the palette, and handles the global shortcuts. */
export function Commands() {
  useShortcuts([
    { keys: '/', label: commands.search, run: () => showCommands('palette') },
    { keys: 'g f', label: commands.goTo(places.flags), run: () => go(href('flags')) },
    { keys: 'g d', label: commands.goTo(places.dashboards), run: () => go(href('dashboards')) },
    { keys: 'g c', label: commands.goTo(places.cohorts), run: () => go(href('cohorts')) },
    { keys: 'g p', label: commands.goTo(places.people), run: () => go(href('people')) },
    { keys: 'g s', label: commands.goTo(places.settings), run: () => go(href('settings')) },
    { keys: 'g a', label: commands.goTo(places.activity), run: () => go(href('activity')) },
    { keys: '?', label: commands.help, run: () => showCommands('shortcuts') },
  ])
  useEffect(() => listenForKeys(() => opened.value !== null), [])
  useEffect(listenForPalette, [])
  // A layout effect, because the next key may be pressed before other effects run.
  useLayoutEffect(
    () => (opened.value === 'palette' ? collectTyped(() => showCommands(null)) : undefined),
    [opened.value],
  )
  useEffect(bringPalette, [])
  return (
    <>
      <button type="button" class="search" aria-keyshortcuts="Control+K Meta+K" onClick={() => showCommands('palette')}>
        <span class="label">
          {commands.search}
          <span class="long">{commands.orCommand}</span>
        </span>
        <kbd>{isMac ? keys.paletteKeysMac : keys.paletteKeys}</kbd>
      </button>
      {opened.value && (
        <Guard around={inDialog}>
          <Suspense fallback={null}>{opened.value === 'palette' ? <Palette /> : <Shortcuts />}</Suspense>
        </Guard>
      )}
    </>
  )
}

function inDialog(failure: ComponentChildren) {
  return (
    <Dialog title={commands.title} onClose={() => showCommands(null)}>
      {failure}
    </Dialog>
  )
}

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

function listenForPalette(): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    // The palette would hide the question of another dialog.
    const other = document.querySelector('dialog[open]') !== null && opened.value === null
    if (!other) showCommands(opened.value === 'palette' ? null : 'palette')
  }
  addEventListener('keydown', press)
  return () => removeEventListener('keydown', press)
}

const SETTLED_MS = 1500

/** Loads the palette once the page is complete. Text that is typed right after opening the palette then reaches it. */
function bringPalette(): () => void {
  const waiting = setTimeout(() => void import('./palette.tsx').catch(() => undefined), SETTLED_MS)
  return () => clearTimeout(waiting)
}
