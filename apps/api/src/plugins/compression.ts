import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Smaller responses do not gain from compression. */
const threshold = 1024

/**
 * Compresses responses. Bodies of requests are unpacked for the search protocol only, whose clients may compress them:
 * unpacking goes on after the size limit has returned 413, so a small body could cost seconds.
 */
export async function installCompression(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/1/')) route.decompress = false
  })
  await app.register(compress, { threshold, requestEncodings: ['gzip'] })
}
