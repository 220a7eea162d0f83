import type { PusherApp } from '../pusher-app.ts'
import { bodyMd5, requestSignature, isEqualText } from '../signatures.ts'

const toleranceSeconds = 600

export interface SignedRequest {
  method: string
  /** The raw path and query. */
  url: string
  body: Uint8Array
}

/** Problem with a request's signature, or undefined. */
export function signatureError(app: PusherApp, now: () => Date, request: SignedRequest): string | undefined {
  const { path, query } = readUrl(request.url)
  const { auth_key: key, auth_timestamp: timestamp, auth_version: version } = Object.fromEntries(query)
  if (!isEqualText(key ?? '', app.key)) return 'Unknown auth_key'
  if (version !== '1.0') return 'Invalid auth_version: 1.0 is expected'
  if (!/^\d{1,12}$/.test(timestamp ?? '')) return 'Invalid auth_timestamp'
  const seconds = now().getTime() / 1000
  if (Math.abs(seconds - Number(timestamp)) > toleranceSeconds) {
    return `Timestamp expired: ${timestamp} is not within ${toleranceSeconds}s of server time`
  }
  const md5 = query.get('body_md5')
  if (request.body.length > 0 || md5 !== undefined) {
    if (!isEqualText(md5 ?? '', bodyMd5(request.body))) return 'Invalid body_md5'
  }
  const signature = query.get('auth_signature') ?? ''
  query.delete('auth_signature')
  const expected = requestSignature(app.secret, { method: request.method, path, query })
  return isEqualText(signature, expected) ? undefined : 'Invalid signature'
}

function readUrl(url: string): { path: string; query: Map<string, string> } {
  const at = url.indexOf('?')
  if (at === -1) return { path: url, query: new Map() }
  const query = new Map<string, string>()
  for (const pair of url.slice(at + 1).split('&')) {
    const [name = '', ...value] = pair.split('=')
    query.set(name, decodeText(value.join('=')))
  }
  return { path: url.slice(0, at), query }
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
