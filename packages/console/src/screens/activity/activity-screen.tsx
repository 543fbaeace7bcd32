import { places } from '../../text/frame.ts'

export function ActivityScreen() {
  return (
    <div class="screen">
      <div class="head">
        <h1>{places.activity}</h1>
      </div>
    </div>
  )
}
