import { effect, signal } from '@preact/signals'
import type { themes } from '../text/frame.ts'

export type Theme = keyof typeof themes

const KEPT_AS = 'flagdeck-theme'

export const theme = signal<Theme>(kept())

function kept(): Theme {
  const found = localStorage.getItem(KEPT_AS)
  return found === 'light' || found === 'dark' ? found : 'system'
}

effect(() => {
  document.documentElement.dataset.theme = theme.value
  localStorage.setItem(KEPT_AS, theme.value)
})
