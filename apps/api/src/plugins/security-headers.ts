import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'

/** Of the payment provider's own form, by directive. */
export type PaymentSources = Partial<Record<'scriptSrc' | 'connectSrc' | 'frameSrc', readonly string[]>>

interface Sources {
  /** Of the configured signers. */
  frameSources: readonly string[]
  /** What the browser is configured to call beside our own origin; see `connectSources`. */
  connectSources: readonly string[]
  /** Of the chat widget, by directive. */
  chatSources?: Partial<Record<string, readonly string[]>>
  paymentSources?: PaymentSources
}

/** Seconds; a year, of this host alone: what else runs below the domain is not ours to decide. */
const strictTransport = 'max-age=31536000'

/** Puts the headers on every answer; frames of ours bring policies of their own. */
export function installSecurityHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers)
    // Said over plain http it would be ignored, or be somebody else's word.
    if (request.protocol === 'https') void reply.header('strict-transport-security', strictTransport)
    done()
  })
}

/**
 * One origin, nothing from outside but what is configured. Worked out once: it is the same for every answer, and costs as
 * much as a small answer itself.
 */
export function securityHeaders(sources: Sources): Record<string, string> {
  const answer = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(policy(sources))(answer.req, answer, () => undefined)
  return Object.fromEntries(Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]))
}

function policy({
  frameSources,
  connectSources,
  chatSources = {},
  paymentSources = {},
}: Sources): HelmetOptions {
  const {
    scriptSrc = [],
    connectSrc = [],
    fontSrc = [],
    formAction = [],
    frameSrc = [],
    imgSrc = [],
    mediaSrc,
  } = chatSources
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'self'"],
        // With the sockets of the same host and port, which 'self' stands for as well.
        connectSrc: ["'self'", ...connectSources, ...connectSrc, ...(paymentSources.connectSrc ?? [])],
        fontSrc: ["'self'", 'data:', ...fontSrc],
        formAction: ["'self'", ...formAction],
        frameAncestors: ["'self'"],
        frameSrc: ["'self'", ...frameSources, ...frameSrc, ...(paymentSources.frameSrc ?? [])],
        imgSrc: ["'self'", 'data:', 'blob:', ...imgSrc],
        ...(mediaSrc && { mediaSrc: [...mediaSrc] }),
        objectSrc: ["'none'"],
        scriptSrc: ["'self'", ...scriptSrc, ...(paymentSources.scriptSrc ?? [])],
        scriptSrcAttr: ["'none'"],
        // Popovers and virtual rows are placed by style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'sameorigin' },
  }
}
