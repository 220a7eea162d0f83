import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { browserConfig, type BrowserConfig } from '@terrace/contracts/config'
import type { FastifyInstance } from 'fastify'
import { commonErrors } from '../shared/app-error.ts'
import { unlisted } from './unlisted.ts'

interface WebAppOptions {
  webDist: string | undefined
  apiBase: string
  config: BrowserConfig
  /** Whether this is the host of an origin on which one team's quotes are shown and nothing else. */
  isQuoteHost: (host: string) => Promise<boolean>
}

/**
 * Serves the built web application: hashed assets for good, and for every path that is no file one of its two pages, the
 * application's own or that of a quote link.
 */
export async function installWebApp(
  app: FastifyInstance,
  { webDist, apiBase, config, isQuoteHost }: WebAppOptions,
): Promise<void> {
  const body = JSON.stringify(browserConfig.parse(config))
  app.get('/config.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(body),
  )
  if (webDist === undefined) {
    app.setNotFoundHandler(() => {
      throw commonErrors.make('route.not_found')
    })
    return
  }
  const [application = '', quote = ''] = await Promise.all(
    ['index.html', 'quote.html'].map((file) => readFile(join(webDist, file), 'utf8')),
  )
  await app.register(fastifyStatic, {
    root: webDist,
    index: false,
    wildcard: false,
    // Which page is served where is decided below, and by nobody's asking for the file.
    globIgnore: ['*.html'],
    setHeaders(reply, path) {
      const forGood = path.startsWith(join(webDist, 'assets'))
      void reply.header('cache-control', forGood ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const tradeHosts = new Set(config.site_origins.map((origin) => URL.parse(origin)?.host))

  /**
   * As the browser decides it (spec §2, `isTradeSite`), by the name under which we were called: it is believed in nothing but
   * this, the page itself asks for everything by the origin that its browser knows.
   */
  async function isQuotePlace(host: string, path: string): Promise<boolean> {
    if (path === '/quote' || path.startsWith('/quote/')) return true
    return tradeHosts.size > 0 ? !tradeHosts.has(host) : isQuoteHost(host)
  }

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const wantsPage =
      ['GET', 'HEAD'].includes(request.method) &&
      !path.startsWith(`${apiBase}/`) &&
      !/\.[a-z0-9]+$/i.test(path)
    if (!wantsPage) throw commonErrors.make('route.not_found')
    void reply.type('text/html; charset=utf-8')
    if (await isQuotePlace(request.host, path)) return reply.headers(unlisted).send(quote)
    return reply.header('cache-control', 'no-cache').send(application)
  })
}
