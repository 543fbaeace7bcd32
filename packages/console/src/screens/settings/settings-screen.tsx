import { places } from '../../text/frame.ts'

export function SettingsScreen() {
  return (
    <div class="screen">
      <div class="head">
        <h1>{places.settings}</h1>
      </div>
    </div>
  )
}
