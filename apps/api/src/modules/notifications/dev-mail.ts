import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import PostalMime, { type Email } from 'postal-mime'
import { escapeHtml } from '../../shared/own-page.ts'

const shown = 100

/** `/dev/mail`: the letters of the mail folder, the latest first. Never mounted in production (product.md §12). */
export function installDevMail(
  app: FastifyInstance,
  { folder, brand }: { folder: string; brand: string },
): void {
  app.get('/dev/mail', async (_request, reply) => {
    const letters = await Promise.all((await latestFiles(folder)).map((name) => readLetter(folder, name)))
    const rows = letters.map(
      ({ name, at, email }) =>
        `<li><a href="/dev/mail/${encodeURIComponent(name)}">${escapeHtml(email.subject ?? 'No subject')}</a>
        <span>${escapeHtml(recipients(email))}</span><time>${at.toISOString().replace('T', ' ').slice(0, 19)}</time></li>`,
    )
    const list = rows.length === 0 ? '<p>No letter has been written yet.</p>' : `<ul>${rows.join('')}</ul>`
    return reply.type('text/html; charset=utf-8').send(page('Mail', brand, list))
  })

  app.get<{ Params: { name: string } }>('/dev/mail/:name', async ({ params }, reply) => {
    // Only what the list has shown can be opened, so that no path leads out of the folder.
    if (!(await latestFiles(folder)).includes(params.name)) return reply.redirect('/dev/mail')
    const { email } = await readLetter(folder, params.name)
    const body = `<p><a href="/dev/mail">All letters</a></p>
      <dl><dt>To</dt><dd>${escapeHtml(recipients(email))}</dd><dt>From</dt><dd>${escapeHtml(addressText(email.from))}</dd></dl>
      <pre>${linked(email.text ?? '')}</pre>
      <h2>As HTML</h2>
      <iframe title="The letter as HTML" sandbox srcdoc="${escapeHtml(email.html ?? '')}"></iframe>`
    return reply.type('text/html; charset=utf-8').send(page(email.subject ?? 'No subject', brand, body))
  })
}

async function latestFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    // Nothing has been written yet.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  )
  return files
    .toSorted((left, right) => right.at - left.at)
    .slice(0, shown)
    .map(({ name }) => name)
}

async function readLetter(folder: string, name: string): Promise<{ name: string; at: Date; email: Email }> {
  const file = join(folder, name)
  const [raw, { mtime }] = await Promise.all([readFile(file), stat(file)])
  return { name, at: mtime, email: await PostalMime.parse(raw) }
}

function recipients(email: Email): string {
  return (email.to ?? []).map(addressText).join(', ')
}

function addressText(address: { name?: string; address?: string | undefined } | undefined): string {
  const { name = '', address: at = '' } = address ?? {}
  return name === '' ? at : `${name} <${at}>`
}

/** The text with its addresses made into links. */
function linked(text: string): string {
  return escapeHtml(text).replaceAll(/https?:\/\/[^\s&<]+/g, (link) => `<a href="${link}">${link}</a>`)
}

function page(title: string, brand: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(`${title} · ${brand}`)}</title><style>
:root{color-scheme:light dark;--line:light-dark(rgb(13 27 23/12%),rgb(255 255 255/12%));--accent:light-dark(#0a6a4d,#3ccf9a)}
body{max-width:46rem;margin:0 auto;padding:2rem 1rem;font:16px/1.5 system-ui,sans-serif;background:light-dark(#f5f6f3,#0a1210);color:light-dark(#0d1b17,#e8f0ec)}
h1{font-size:1.5rem;overflow-wrap:anywhere}h2{font-size:1.125rem;margin-top:2rem}a{color:var(--accent)}
ul{list-style:none;padding:0}li{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:.75rem 0;border-top:1px solid var(--line)}
li a{flex:1 1 16rem;font-weight:600}time{font-variant-numeric:tabular-nums}dl{display:grid;grid-template-columns:4rem 1fr;gap:.25rem}dd{margin:0;overflow-wrap:anywhere}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;padding:1rem;border:1px solid var(--line);border-radius:8px;background:light-dark(#fff,#111b18)}
iframe{width:100%;height:30rem;border:1px solid var(--line);border-radius:8px;background:#fff}
</style></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>`
}
