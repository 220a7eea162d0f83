import type { FastifyInstance } from 'fastify'
import { traceFields } from '#api/tracing/active-span.ts'

const maxCachedUrls = 1000
const longestPlain = 300

// Tokens and secrets grant access, and so do parameters that a provider adds to our URLs.
const secretName = /(?:token|secret|\bcode|\bhandover_\w+)\W*$/i
/** People type names and addresses of clients into searches. */
const personalName = /^(?:search|q|query|text|name|email|phone|username)(?:\[\w*\])*$/i

/** URLs without anything to redact, cached because the same few recur. */
const plain = new Set<string>()

/**
 * Redacts a URL for the log: secrets (reset links, quotes), searches, and queries that hold names, email addresses or URLs
 * (product.md §12.7).
 */
export function loggedUrl(url: string): string {
  if (plain.has(url)) return url
  const logged = redactUrl(url)
  if (logged === url && url.length <= longestPlain) {
    if (plain.size >= maxCachedUrls) plain.clear()
    plain.add(url)
  }
  return logged
}

function redactUrl(url: string): string {
  const [path = '', query] = url.split('?', 2)
  const redacted = path
    // On a team's origin a quote is at the top level.
    .replace(/^\/[\w-]{22}(?:\/.*)?$/, '/…')
    .replace(
      /^(\/(?:reset-password|verify-email|change-email|undo-email-change|join|quote|calendars|api\/ticket-files)\/).+/i,
      '$1…',
    )
  if (query === undefined) return redacted
  if (/^\/(?:api\/auth\/|login|handover\/|signing\/)/i.test(path)) return `${redacted}?…`
  return `${redacted}?${query.split('&').map(redactParam).join('&')}`
}

function redactParam(part: string): string {
  const [key = ''] = part.split('=', 1)
  return key !== part && isRedactedParam(key) ? `${key}=…` : part
}

/** Compares the decoded name; a name that cannot be decoded counts as secret. */
function isRedactedParam(key: string): boolean {
  try {
    const name = decodeURIComponent(key)
    return secretName.test(name) || personalName.test(name)
  } catch {
    return true
  }
}

/** Logs one line per response: method, URL, status and duration in milliseconds. */
export function installRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, host, ip, socket } = request
    const req = { method, url: loggedUrl(request.url), host, ip, socket }
    request.log.info(
      { req, res: reply, responseTime: reply.elapsedTime, ...traceFields(request.span) },
      'request completed',
    )
    done()
  })
}
