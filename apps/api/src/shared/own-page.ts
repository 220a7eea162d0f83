import { readFile } from 'node:fs/promises'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text that is safe inside an element and inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}

interface OwnPage {
  title: string
  /** Address of its styles; nothing is inline. */
  styles: string
  script?: string
  bodyClass?: string
  /** HTML, in which every text is escaped already. */
  content: string
}

/** A page that the server writes by itself, beside the application: the frames of signing and payment. */
export function ownPage({ title, styles, script, bodyClass, content }: OwnPage): string {
  const loaded =
    script === undefined ? '' : `    <script type="module" src="${escapeHtml(script)}"></script>\n`
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${escapeHtml(title)}</title>
    <link rel="stylesheet" href="${escapeHtml(styles)}" />
${loaded}  </head>
  <body${bodyClass === undefined ? '' : ` class="${escapeHtml(bodyClass)}"`}>
    <main>
${content}
    </main>
  </body>
</html>
`
}

/** The styles of such a page: what all of them have, and then its own, from the given file. */
export async function readOwnStyles(file: URL): Promise<string> {
  const parts = await Promise.all(
    [new URL('./own-page.css', import.meta.url), file].map((part) => readFile(part, 'utf8')),
  )
  return parts.join('\n')
}
