import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

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

interface OwnStyles {
  /** In the letters of the site, which {@link readOwnLetters} gives and `inter.woff2` beside the styles serves. */
  hasLetters?: boolean
}

/** The styles of such a page: what all of them have, and then its own, from the given file. */
export async function readOwnStyles(file: URL, { hasLetters = false }: OwnStyles = {}): Promise<string> {
  const common = ['./own-page.css', ...(hasLetters ? ['./own-letters.css'] : [])]
  const files = [...common.map((part) => new URL(part, import.meta.url)), file]
  return (await Promise.all(files.map((part) => readFile(part, 'utf8')))).join('\n')
}

/** The site's letters: a page of the server's own loads nothing of the application's. */
export function readOwnLetters(): Promise<Uint8Array> {
  const letters = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
  return readFile(createRequire(import.meta.url).resolve(letters))
}
