import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** One origin, nothing from outside but the frames of configured providers; frames of ours bring policies of their own. */
export async function installSecurityHeaders(
  app: FastifyInstance,
  { frameSources }: { frameSources: readonly string[] },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'self'"],
        connectSrc: ["'self'", 'ws:', 'wss:'],
        fontSrc: ["'self'", 'data:'],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
        frameSrc: ["'self'", ...frameSources],
        imgSrc: ["'self'", 'data:', 'blob:'],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // Popovers and virtual rows are placed by style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    // Browsers honour it on https only, where a proxy in front decides.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'sameorigin' },
  })
}
