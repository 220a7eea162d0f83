import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}

interface StandalonePage {
  title: string
  /** URL of the stylesheet; the page has no inline styles. */
  styles: string
  script?: string
  bodyClass?: string
  /** HTML with all text escaped. */
  content: string
}

/** Renders a page outside the web app, such as the signing and payment frames. */
export function renderStandalonePage({ title, styles, script, bodyClass, content }: StandalonePage): string {
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

interface StandaloneStyles {
  /** Uses the site's font, which {@link readStandaloneFont} returns and `inter.woff2` next to the styles serves. */
  usesSiteFont?: boolean
}

/** Styles of a standalone page: the shared ones, then the given file. */
export async function readStandaloneStyles(
  file: URL,
  { usesSiteFont = false }: StandaloneStyles = {},
): Promise<string> {
  const common = ['./standalone-page.css', ...(usesSiteFont ? ['./standalone-font.css'] : [])]
  const files = [...common.map((part) => new URL(part, import.meta.url)), file]
  return (await Promise.all(files.map((part) => readFile(part, 'utf8')))).join('\n')
}

/** The site's font. Standalone pages load no files of the web app. */
export function readStandaloneFont(): Promise<Uint8Array> {
  const font = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
  return readFile(createRequire(import.meta.url).resolve(font))
}
