import { places } from '../../text/frame.ts'

export function CohortsScreen() {
  return (
    <div class="screen">
      <div class="head">
        <h1>{places.cohorts}</h1>
      </div>
    </div>
  )
}
