import type { Config, VariableProblem } from '#api/config/config.ts'
import { exampleLine } from '#api/config/guide.ts'
import { advice, ok, problem, type Finding } from './finding.ts'

/** The variables that keep the server from starting, each with a line that would set it. */
export function examineProblems(problems: readonly VariableProblem[]): Finding[] {
  if (problems.length === 0) return [ok('settings', 'all variables are valid')]
  return problems.map(({ name, message }) => problem(name, message, exampleLine(name)))
}

/** Settings that are valid, but that a public installation sets differently. */
export function examineSettings(config: Config): Finding[] {
  const { production, tradeOrigins, security, mail, files, payment } = config
  const insecure = tradeOrigins.find((origin) => !origin.startsWith('https://'))
  const findings = [
    !production &&
      problem('APP_ENV', 'the demo: its accounts have a published password', 'APP_ENV=production'),
    tradeOrigins.length === 0 &&
      problem(
        'TRADE_ORIGINS',
        'is empty: emails contain no links, not even those that confirm an address or reset a password',
        exampleLine('TRADE_ORIGINS'),
      ),
    insecure !== undefined &&
      problem(
        'TRADE_ORIGINS',
        `${insecure} is not encrypted: sessions could be read on the way`,
        `TRADE_ORIGINS=${insecure.replace(/^http:/, 'https:')}`,
      ),
    security.trustedProxies.length === 0 &&
      advice(
        'TRUSTED_PROXIES',
        'is empty: behind a proxy, all clients would count as one address for limits and the audit log',
        exampleLine('TRUSTED_PROXIES'),
      ),
    mail.from.endsWith('@localhost>') &&
      problem('MAIL_FROM', 'is not set: receivers reject a sender at localhost', exampleLine('MAIL_FROM')),
    security.metricsToken === undefined &&
      advice(
        'METRICS_TOKEN',
        'is not set: monitoring cannot read /metrics',
        'METRICS_TOKEN=$(openssl rand -hex 24)',
      ),
    files.store === 'disk' &&
      advice(
        'FILE_STORE',
        'tickets are on the disk of this machine; several machines need a bucket',
        exampleLine('FILE_STORE'),
      ),
    payment.gateway === 'stripe' &&
      payment.secretKey.includes('_test_') &&
      problem('STRIPE_SECRET_KEY', 'is a test key: no money moves', 'STRIPE_SECRET_KEY=sk_live_…'),
    payment.gateway === 'sandbox' &&
      problem('PAYMENT_GATEWAY', 'the sandbox accepts test cards only', exampleLine('PAYMENT_GATEWAY')),
  ]
  return findings.filter((finding) => finding !== false)
}
