import { callForFile } from '../../api/call.ts'
import { Copy } from '../../parts/copy.tsx'
import { tell } from '../../parts/toasts.tsx'
import { useDoing } from '../../parts/use-doing.ts'
import { Wrong } from '../../parts/wrong.tsx'
import { openProject } from '../../session.ts'
import { projectExport as text } from '../../text/settings.ts'

/** The project as a document to keep. */
export function ExportSection() {
  const { id } = openProject()
  const doing = useDoing()
  const file = `flagdeck-project-${id}.json`
  const command = `flagdeck import ${file} --project ${id} --dry-run`
  const save = () =>
    doing.run(async () => {
      saveAs(file, await callForFile('exportProjectDocument', { params: { project_id: id } }))
      tell(text.saved(file))
    })
  return (
    <>
      <section class="stack">
        <h2>{text.title}</h2>
        <p>{text.about}</p>
        <p class="quiet">{text.without}</p>
        <Wrong problem={doing.problem} />
        <div>
          <button type="button" class="button primary" disabled={doing.blocked} onClick={save}>
            {text.save}
          </button>
        </div>
      </section>
      <section class="stack">
        <h2>{text.bringIn}</h2>
        <p class="quiet">{text.bringInHow}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the keyboard */}
        <pre class="code" tabIndex={0}>
          {command}
        </pre>
        <div>
          <Copy text={command} label={text.copy} />
        </div>
      </section>
    </>
  )
}

function saveAs(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}
