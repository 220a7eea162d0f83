import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { browserConfig, type BrowserConfig } from '@terrace/contracts/config'
import type { FastifyInstance } from 'fastify'
import { commonErrors } from '#api/shared/app-error.ts'
import { noindexHeaders } from './noindex.ts'

interface WebAppOptions {
  webBuildDir: string | undefined
  apiBaseUrl: string
  config: BrowserConfig
  /** Whether this host serves only the quotes of one team. */
  isQuoteHost: (host: string) => Promise<boolean>
}

/**
 * Serves the built web application: hashed assets as immutable, and every path that is not a file as one of two
 * pages, the application or a quote link.
 */
export async function installWebApp(
  app: FastifyInstance,
  { webBuildDir, apiBaseUrl, config, isQuoteHost }: WebAppOptions,
): Promise<void> {
  const body = JSON.stringify(browserConfig.parse(config))
  app.get('/config.json', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(body),
  )
  if (webBuildDir === undefined) {
    app.setNotFoundHandler(() => {
      throw commonErrors.make('route.not_found')
    })
    return
  }
  const [application = '', quote = ''] = await Promise.all(
    ['index.html', 'quote.html'].map((file) => readFile(join(webBuildDir, file), 'utf8')),
  )
  await app.register(fastifyStatic, {
    root: webBuildDir,
    index: false,
    wildcard: false,
    // Pages are chosen below, never by requesting the file.
    globIgnore: ['*.html', '**/*.{br,gz}'],
    // The build writes compressed copies next to the files.
    preCompressed: true,
    setHeaders(reply, path) {
      const isImmutable = path.startsWith(join(webBuildDir, 'assets'))
      void reply.header('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const tradeHosts = new Set(config.site_origins.map((origin) => URL.parse(origin)?.host))

  /**
   * Mirrors the browser's decision (spec §2, `isTradingSite`). The `Host` header decides nothing but the page: the
   * browser derives its requests from its own origin.
   */
  async function isQuotePage(host: string, path: string): Promise<boolean> {
    if (path === '/quote' || path.startsWith('/quote/')) return true
    return tradeHosts.size > 0 ? !tradeHosts.has(host) : isQuoteHost(host)
  }

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const wantsPage =
      ['GET', 'HEAD'].includes(request.method) &&
      !path.startsWith(`${apiBaseUrl}/`) &&
      !/\.[a-z0-9]+$/i.test(path)
    if (!wantsPage) throw commonErrors.make('route.not_found')
    void reply.type('text/html; charset=utf-8')
    if (await isQuotePage(request.host, path)) return reply.headers(noindexHeaders).send(quote)
    return reply.header('cache-control', 'no-cache').send(application)
  })
}
