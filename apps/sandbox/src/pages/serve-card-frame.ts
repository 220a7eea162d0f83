import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'

const fontFile = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
const folder = new URL('./card-frame/', import.meta.url)

const files = [
  { path: '/card-frame', file: 'card-frame.html', type: 'text/html; charset=utf-8' },
  { path: '/card-frame/sandbox.css', file: 'sandbox.css', type: 'text/css; charset=utf-8' },
  { path: '/card-frame/card-frame.js', file: 'card-frame.js', type: 'text/javascript; charset=utf-8' },
  { path: '/card-frame/card-rules.js', file: 'card-rules.js', type: 'text/javascript; charset=utf-8' },
  { path: '/card-frame/test-cards.js', file: 'test-cards.js', type: 'text/javascript; charset=utf-8' },
]

/** Same-origin files only, no inline code, no connections: card data cannot leave the frame over the network. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** Serves the card form; its few files are read once. */
export async function serveCardFrame(app: FastifyInstance): Promise<void> {
  for (const { path, file, type } of files) {
    const text = await readFile(new URL(file, folder), 'utf8')
    app.get(path, async (_request, reply) =>
      reply
        .header('content-security-policy', policy)
        .header('referrer-policy', 'no-referrer')
        .header('cache-control', 'no-cache')
        .type(type)
        .send(text),
    )
  }

  const font = await readFile(createRequire(import.meta.url).resolve(fontFile))
  app.get('/card-frame/inter.woff2', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type('font/woff2').send(font),
  )
}
