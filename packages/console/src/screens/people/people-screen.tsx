import { places } from '../../text/frame.ts'

export function PeopleScreen() {
  return (
    <div class="screen">
      <div class="head">
        <h1>{places.people}</h1>
      </div>
    </div>
  )
}
