import { places } from '../../text/frame.ts'

export function FlagsScreen() {
  return (
    <div class="screen">
      <div class="head">
        <h1>{places.flags}</h1>
      </div>
    </div>
  )
}
