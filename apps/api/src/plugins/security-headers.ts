import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'

/** CSP sources of the payment gateway's form, by directive. */
export type PaymentSources = Partial<Record<'scriptSrc' | 'connectSrc' | 'frameSrc', readonly string[]>>

interface Sources {
  /** Origins of the configured signing providers. */
  frameSources: readonly string[]
  /** Other origins that the browser is configured to call; see `connectSources`. */
  connectSources: readonly string[]
  /** CSP sources of the chat widget, by directive. */
  chatSources?: Partial<Record<string, readonly string[]>>
  paymentSources?: PaymentSources
}

/** One year, for this host only: other subdomains may not support HTTPS. */
const strictTransport = 'max-age=31536000'

/** Adds the headers to every response; our frames replace the policy with their own. */
export function installSecurityHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers)
    // HSTS over plain HTTP is ignored by browsers.
    if (request.protocol === 'https') void reply.header('strict-transport-security', strictTransport)
    done()
  })
}

/** Builds the headers once: building them costs as much as a small response. */
export function securityHeaders(sources: Sources): Record<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(policy(sources))(response.req, response, () => undefined)
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  )
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
        baseUri: ["'none'"],
        // `'self'` also covers sockets of the same host and port.
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
        // Popovers and virtual rows are positioned by style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'sameorigin' },
  }
}
