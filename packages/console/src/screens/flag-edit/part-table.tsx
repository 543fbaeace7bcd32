import { ownValue } from '../../parts/own-value.ts'
import { partNames, edit as text } from '../../text/flag-edit.ts'
import type { Difference } from './draft.ts'
import { PartValue } from './part-value.tsx'
import './part-table.css'

/** Shows the differences of a flag, part by part, in the terms of the form: the old value next to the new one. */
export function PartTable({ differences }: { readonly differences: readonly Difference[] }) {
  return (
    <div class="scroll">
      <table class="table differences">
        <thead>
          <tr>
            <th>{text.field}</th>
            <th>{text.beforeColumn}</th>
            <th>{text.afterColumn}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ path, before, after }) => (
            <tr key={path}>
              <th scope="row">{ownValue(partNames, path) ?? path}</th>
              <td class="was">
                <PartValue path={path} value={before} other={after ?? null} />
              </td>
              <td class="becomes">
                <PartValue path={path} value={after} other={before ?? null} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
