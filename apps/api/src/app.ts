import compress from '@fastify/compress'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { BrowserConfig } from '@terrace/contracts/config'
import type { RouteContract } from '@terrace/contracts/route'
import { requireSupportPhone } from './config.ts'
import type { Deps } from './deps.ts'
import type { HttpContext } from './http/mount-route.ts'
import { createRequestIds } from './http/request-ids.ts'
import {
  mountAccounts,
  mountMembers,
  mountPasswords,
  mountSessions,
  mountSignUp,
  mountVerifyEmail,
} from './modules/accounts/index.ts'
import { mountCatalogue, mountHome } from './modules/catalogue/index.ts'
import { keepDispute, mountCheckout, settlePayment } from './modules/checkout/index.ts'
import { mountContent } from './modules/content/index.ts'
import { mountHandover, serveStart } from './modules/handover/index.ts'
import { mountHolds } from './modules/holds/index.ts'
import { installDevMail } from './modules/notifications/index.ts'
import { mountCards, mountSandbox, servePaymentWebhook } from './modules/payments/index.ts'
import { followRefund, mountOrders, mountTickets } from './modules/orders/index.ts'
import {
  findQuotesOfTeam,
  mountQuoteDesk,
  mountQuotePage,
  mountQuotePapers,
  mountQuoteSettings,
  mountQuotes,
} from './modules/quotes/index.ts'
import { mountRealtime } from './modules/realtime/index.ts'
import { announceSignatures, mountSigning, signupChannelRule } from './modules/signing/index.ts'
import { mountTeams } from './modules/teams/index.ts'
import { mountTracking } from './modules/tracking/index.ts'
import { mountFeed, mountWorkspace } from './modules/workspace/index.ts'
import { installBodyDepth } from './plugins/body-depth.ts'
import { connectSources } from './plugins/connect-sources.ts'
import { installCors } from './plugins/cors.ts'
import { installErrorHandler, refuseAddress } from './plugins/error-handler.ts'
import { installHealth } from './plugins/health.ts'
import { installRateLimit } from './plugins/rate-limit.ts'
import { installRequestLog } from './plugins/request-log.ts'
import { installSecurityHeaders, securityHeaders } from './plugins/security-headers.ts'
import { installUnlisted } from './plugins/unlisted.ts'
import { installWebApp } from './plugins/web-app.ts'

export interface BuiltApp {
  app: FastifyInstance
  /** Contracts by name, as mounted. */
  mounted: ReadonlyMap<string, RouteContract>
}

/** Builds the whole server over its deps, without listening; tests mount it the same way (house-style §3.6). */
export async function buildApp(deps: Deps): Promise<BuiltApp> {
  const { config } = deps
  const browser = browserConfigOf(deps)
  const headers = securityHeaders({
    frameSources: deps.signing.frameSources,
    connectSources: connectSources(browser),
    chatSources: deps.chat.sources,
    paymentSources: deps.paymentSources,
  })
  // Named by the interface alone: with pino's own type the app would be one that no plugin accepts.
  const logger: FastifyBaseLogger = deps.logger
  const app = Fastify({
    loggerInstance: logger,
    // request-log.ts writes one line in place of Fastify's two.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1_048_576,
    genReqId: createRequestIds(),
    trustProxy: config.security.trustedProxies.length > 0 && config.security.trustedProxies,
    routerOptions: { maxParamLength: 300 },
    // Hooks do not run for an address that cannot be read.
    frameworkErrors: (error, request, reply) => refuseAddress(error, request, reply.headers(headers)),
  })
  const mounted = new Map<string, RouteContract>()

  installErrorHandler(app)
  installRequestLog(app)
  installSecurityHeaders(app, headers)
  installUnlisted(app, { prefix: '/api', product: config.product })
  installCors(app, config.security.corsOrigins)
  await installRateLimit(app, {
    perMinute: config.rateLimitPerMinute,
    sessionOf: deps.authenticator.sessionOf,
    db: deps.db,
  })
  installBodyDepth(app)
  await app.register(compress, { threshold: 1024 })
  installHealth(app, {
    db: deps.db,
    outbox: deps.outbox,
    production: config.production,
    metricsToken: config.security.metricsToken,
  })

  await app.register(
    async (api) => {
      const http: HttpContext = {
        app: api,
        product: config.product,
        strict: !config.production,
        mounted,
        authenticate: deps.authenticator.authenticate,
      }
      mountAccounts(http, deps)
      mountPasswords(http, deps)
      mountSessions(http, deps)
      mountSignUp(http, deps)
      mountHandover(http, deps)
      mountVerifyEmail(http, deps)
      mountTeams(http, deps)
      mountMembers(http, deps)
      mountCatalogue(http, deps)
      mountHome(http, deps)
      mountTracking(http, deps)
      mountHolds(http, { ...deps, quotesOf: (teamId, ids) => findQuotesOfTeam(deps.db, { teamId, ids }) })
      mountQuotes(http, deps)
      mountQuotePage(http, deps)
      mountQuoteDesk(http, deps)
      mountQuotePapers(http, deps)
      mountQuoteSettings(http, deps)
      mountCheckout(http, deps)
      mountCards(http, deps)
      mountOrders(http, deps)
      mountTickets(http, deps)
      mountWorkspace(http, deps)
      mountFeed(http, deps)
      mountContent(http, deps)
      mountSigning(http, deps)
      mountRealtime(http, deps, [signupChannelRule])
    },
    { prefix: '/api' },
  )

  await servePaymentWebhook(app, deps, {
    onPayment: (intentId) => settlePayment(deps, intentId),
    onRefund: (gatewayRefundId) => followRefund(deps, gatewayRefundId),
    onDispute: (dispute) => keepDispute(deps, dispute),
  })
  if (deps.sandbox) mountSandbox(app, { sandbox: deps.sandbox, brand: config.brand })
  deps.realtime.attach(app)
  deps.search.attach(app)
  deps.signing.attach(app)
  deps.chat.attach(app)
  await serveStart(app, deps)
  announceSignatures({ ...deps, legacyChannel: config.signing.legacyChannel })
  if (!config.production && config.mail.smtpUrl === undefined) {
    await installDevMail(app, { folder: config.mail.folder, brand: config.brand })
  }
  await installWebApp(app, {
    webDist: config.webDist,
    apiBase: '/api',
    config: browser,
    isQuoteHost: deps.quoteOrigins.isQuoteHost,
  })
  app.addHook('onReady', () => deps.outbox.start())
  app.addHook('onClose', async () => {
    await deps.outbox.stop()
    deps.mailer.close()
    await deps.db.destroy()
  })
  return { app, mounted }
}

/** What the browser is told, at /config.json. */
function browserConfigOf(deps: Deps): BrowserConfig {
  const { config } = deps
  return {
    product: config.product,
    brand: config.brand,
    api_base: config.apiBase,
    ticket_api_base: config.ticketApiBase,
    dev: !config.production,
    payments:
      config.payment.gateway === 'stripe'
        ? { gateway: 'stripe', publishable_key: config.payment.publishableKey }
        : { gateway: 'sandbox', card_frame_url: '/sandbox/card-frame' },
    support_phone: requireSupportPhone(config),
    site_origins: config.tradeOrigins,
    realtime: deps.realtime.browser,
    search: deps.search.browser,
    chat: deps.chat.browser,
  }
}
