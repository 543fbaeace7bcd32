import { micromark } from 'micromark'

/** Markdown as its author meant it. HTML in it stays text, and links lead to web pages alone: micromark's own defaults. */
export function Markdown({ source }: { readonly source: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: micromark escapes what is not Markdown
  return <div class="markdown" dir="auto" dangerouslySetInnerHTML={{ __html: micromark(source) }} />
}
