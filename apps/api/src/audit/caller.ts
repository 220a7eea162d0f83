import { userInfo } from 'node:os'
import type { FastifyRequest } from 'fastify'

/** Where something came from, as the audit log keeps it. */
export interface Caller {
  /** The whole address; what limits count is `addressKey` of it. */
  address: string
  userAgent: string
  requestId?: string
}

// A name longer than this is no browser's.
const longestUserAgent = 300

export function callerOf(request: FastifyRequest): Caller {
  return {
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, longestUserAgent),
    requestId: request.id,
  }
}

/** What is done at the operator's terminal, with the name that the machine knows them by. */
export function terminalCaller(): Caller {
  return { address: 'terminal', userAgent: userName().slice(0, longestUserAgent) }
}

/** What the server does on nobody's request. */
export const serverCaller: Caller = { address: 'server', userAgent: '' }

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // In a container the user may be a number without a name.
    return String(process.getuid?.() ?? '')
  }
}
