import { micromark } from 'micromark'

/** A tile has a heading of the second rank: those in its text come below. A `<` of the text itself is escaped. */
function belowTile(html: string): string {
  return html.replaceAll(
    /(<\/?h)([1-6])>/g,
    (_, start: string, rank: string) => `${start}${Math.min(6, Number(rank) + 2)}>`,
  )
}

/** Markdown as its author meant it. HTML in it stays text, and links lead to web pages alone: micromark's own defaults. */
export function Markdown({ source }: { readonly source: string }) {
  return <div class="markdown" dir="auto" dangerouslySetInnerHTML={{ __html: belowTile(micromark(source)) }} />
}
