import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import PostalMime, { type Email } from 'postal-mime'
import { commonErrors } from '#api/shared/app-error.ts'
import { isFromThisMachine } from '#api/shared/http/is-from-this-machine.ts'
import { escapeHtml, renderStandalonePage, readStandaloneStyles } from '#api/shared/http/standalone-page.ts'

const maxEmails = 100
const styles = '/dev/mail.css'

/** The emails contain links that log in as others, and a demo can be public. */
const thisMachineOnly = {
  onRequest(request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void {
    done(isFromThisMachine(request) ? undefined : commonErrors.make('route.not_found'))
  },
}

/** Serves `/dev/mail`, the emails of the mail folder, latest first. Never mounted in production. */
export async function installDevMail(
  app: FastifyInstance,
  { folder, brand }: { folder: string; brand: string },
): Promise<void> {
  const css = await readStandaloneStyles(new URL('./dev-mail.css', import.meta.url))
  app.get(styles, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(css),
  )

  app.get('/dev/mail', thisMachineOnly, async (_request, reply) => {
    const emails = await Promise.all((await latestFiles(folder)).map((name) => readEmail(folder, name)))
    const rows = emails.map(
      ({ name, at, email }) =>
        `<li><a href="/dev/mail/${encodeURIComponent(name)}">${escapeHtml(email.subject ?? 'No subject')}</a>
        <span>${escapeHtml(recipients(email))}</span><time>${at.toISOString().replace('T', ' ').slice(0, 19)}</time></li>`,
    )
    const list = rows.length === 0 ? '<p>No emails yet.</p>' : `<ul>${rows.join('')}</ul>`
    return reply.type('text/html; charset=utf-8').send(page('Mail', brand, list))
  })

  app.get<{ Params: { name: string } }>('/dev/mail/:name', thisMachineOnly, async ({ params }, reply) => {
    // Only listed files can be opened, which rules out path traversal.
    if (!(await latestFiles(folder)).includes(params.name)) return reply.redirect('/dev/mail')
    const { email } = await readEmail(folder, params.name)
    const body = `<p><a href="/dev/mail">All emails</a></p>
      <dl><dt>To</dt><dd>${escapeHtml(recipients(email))}</dd><dt>From</dt><dd>${escapeHtml(addressText(email.from))}</dd>${attachedTo(email)}</dl>
      <pre>${escapeAndLink(email.text ?? '')}</pre>
      <h2>As HTML</h2>
      <iframe title="Email as HTML" sandbox srcdoc="${escapeHtml(email.html ?? '')}"></iframe>`
    return reply.type('text/html; charset=utf-8').send(page(email.subject ?? 'No subject', brand, body))
  })
}

async function latestFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    // The folder appears with the first email.
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
    .slice(0, maxEmails)
    .map(({ name }) => name)
}

async function readEmail(folder: string, name: string): Promise<{ name: string; at: Date; email: Email }> {
  const file = join(folder, name)
  const [raw, { mtime }] = await Promise.all([readFile(file), stat(file)])
  return { name, at: mtime, email: await PostalMime.parse(raw) }
}

function recipients(email: Email): string {
  return (email.to ?? []).map(addressText).join(', ')
}

function attachedTo({ attachments }: Email): string {
  const names = attachments.map(({ filename }) => filename ?? 'unnamed').join(', ')
  return names === '' ? '' : `<dt>Attached</dt><dd>${escapeHtml(names)}</dd>`
}

function addressText(address: { name?: string; address?: string | undefined } | undefined): string {
  const { name = '', address: at = '' } = address ?? {}
  return name === '' ? at : `${name} <${at}>`
}

/** Escapes the text and turns its URLs into links. */
function escapeAndLink(text: string): string {
  return escapeHtml(text).replaceAll(/https?:\/\/[^\s&<]+/g, (link) => `<a href="${link}">${link}</a>`)
}

function page(title: string, brand: string, body: string): string {
  return renderStandalonePage({
    title: `${title} · ${brand}`,
    styles,
    content: `<h1>${escapeHtml(title)}</h1>${body}`,
  })
}
