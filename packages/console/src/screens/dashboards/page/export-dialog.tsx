import { useQuery } from '../../../api/query.ts'
import { Answered } from '../../../parts/answered.tsx'
import { Copy } from '../../../parts/copy.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { dashboards as text } from '../../../text/dashboards.ts'
import { sentences } from '../../../text/frame.ts'
import { type Dashboard, inputOf } from '../dashboard.ts'

interface Props {
  readonly dashboard: Dashboard
  readonly onClose: () => void
}

/** Shows the dashboard as a document that creates the same dashboard again, in any project (DASH-76). */
export function ExportDialog({ dashboard, onClose }: Props) {
  const template = useQuery('exportDashboardTemplate', inputOf(dashboard.id))
  return (
    <Dialog title={text.export} size="wide" onClose={onClose}>
      <p class="quiet">{text.exportHint}</p>
      <Answered query={template} rows={6}>
        {(document) => {
          const json = JSON.stringify(document, null, 2)
          return (
            <>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long document is scrolled with the keyboard */}
              <pre class="code exported" tabIndex={0}>
                {json}
              </pre>
              <div class="row">
                <Copy text={json} label={text.copyDocument} />
              </div>
            </>
          )
        }}
      </Answered>
      <div class="actions">
        <button type="button" class="button" onClick={onClose}>
          {sentences.close}
        </button>
      </div>
    </Dialog>
  )
}
