import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import PostalMime, { type Email } from 'postal-mime'
import { escapeHtml, ownPage, readOwnStyles } from '../../shared/own-page.ts'

const shown = 100
const styles = '/dev/mail.css'

/** `/dev/mail`: the letters of the mail folder, the latest first. Never mounted in production (product.md §12). */
export async function installDevMail(
  app: FastifyInstance,
  { folder, brand }: { folder: string; brand: string },
): Promise<void> {
  const css = await readOwnStyles(new URL('./dev-mail.css', import.meta.url))
  app.get(styles, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(css),
  )

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
  return ownPage({
    title: `${title} · ${brand}`,
    styles,
    content: `<h1>${escapeHtml(title)}</h1>${body}`,
  })
}
