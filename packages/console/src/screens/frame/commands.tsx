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

/** A dialog is closed; the browser says so a moment later, when another may have been opened. */
export function noteClosed(which: Exclude<Opened, null>): void {
  if (opened.value === which) opened.value = null
}

/** The button that opens the palette, and everything that the keyboard does anywhere. */
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
  // A layout effect: the next key may come before other effects.
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
    // Over another dialog it would hide what is asked there.
    const other = document.querySelector('dialog[open]') !== null && opened.value === null
    if (!other) showCommands(opened.value === 'palette' ? null : 'palette')
  }
  addEventListener('keydown', press)
  return () => removeEventListener('keydown', press)
}

const SETTLED_MS = 1500

/** Once all else is there: what is typed right after the palette was opened belongs to it. */
function bringPalette(): () => void {
  const waiting = setTimeout(() => void import('./palette.tsx').catch(() => undefined), SETTLED_MS)
  return () => clearTimeout(waiting)
}
