import type { FastifyInstance } from 'fastify'

const mostPlain = 1000
const longestPlain = 300

// Tokens and secrets open something for their bearer, and so does what a provider adds to an address of ours; what somebody else writes into one is not kept.
const opening = /(?:token|secret|\bcode|\bhandover_\w+)\W*$/i

/** Addresses of which nothing has to be cut, so that they can be kept: the same few are asked for over and over. */
const plain = new Set<string>()

/**
 * The address as a log may keep it: without what opens something for its bearer (reset links, quotes), and without the
 * queries that hold names, e-mail addresses or another address (product.md §12).
 */
export function loggedUrl(url: string): string {
  if (plain.has(url)) return url
  const logged = cutUrl(url)
  if (logged === url && url.length <= longestPlain) {
    if (plain.size >= mostPlain) plain.clear()
    plain.add(url)
  }
  return logged
}

function cutUrl(url: string): string {
  const [path = '', query] = url.split('?', 2)
  const cut = path
    // On a team's own origin a quote stands at the top.
    .replace(/^\/[\w-]{22}(?:\/.*)?$/, '/…')
    .replace(/^(\/(?:reset-password|verify-email|join|quote|api\/ticket-files)\/).+/i, '$1…')
  if (query === undefined) return cut
  if (/^\/(?:api\/auth\/|login|handover\/)/i.test(path)) return `${cut}?…`
  return `${cut}?${query.split('&').map(cutPart).join('&')}`
}

function cutPart(part: string): string {
  const [key = ''] = part.split('=', 1)
  return key !== part && mayOpen(key) ? `${key}=…` : part
}

/** By the name as whoever reads the query decodes it; a name that nobody can decode may be any. */
function mayOpen(key: string): boolean {
  try {
    return opening.test(decodeURIComponent(key))
  } catch {
    return true
  }
}

/** One line for each answered request: what was asked, how it ended, and the milliseconds it took. */
export function installRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, host, ip, socket } = request
    const req = { method, url: loggedUrl(request.url), host, ip, socket }
    request.log.info({ req, res: reply, responseTime: reply.elapsedTime }, 'request completed')
    done()
  })
}
