import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { browserConfig, type BrowserConfig } from '@terrace/contracts/config'
import type { FastifyInstance } from 'fastify'
import { commonErrors } from '../shared/app-error.ts'

interface WebAppOptions {
  webDist: string | undefined
  apiBase: string
  config: BrowserConfig
}

/** Serves the built web application: hashed assets for good, and its one page for every path that is no file. */
export async function installWebApp(
  app: FastifyInstance,
  { webDist, apiBase, config }: WebAppOptions,
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
  const page = await readFile(join(webDist, 'index.html'), 'utf8')
  await app.register(fastifyStatic, {
    root: webDist,
    index: false,
    wildcard: false,
    setHeaders(reply, path) {
      const forGood = path.startsWith(join(webDist, 'assets'))
      void reply.header('cache-control', forGood ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const wantsPage =
      ['GET', 'HEAD'].includes(request.method) &&
      !path.startsWith(`${apiBase}/`) &&
      !/\.[a-z0-9]+$/i.test(path)
    if (!wantsPage) throw commonErrors.make('route.not_found')
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  })
}
