import { isEqualText } from '../signatures.ts'

interface HandshakeError {
  code: number
  message: string
}

const appPath = /^\/app\/([^/]+)\/?$/

/** Whether the socket server handles this path, possibly by rejecting it. */
export const isSocketPath = (path: string): boolean => path === '/app' || path.startsWith('/app/')

/** Why a connection is rejected, or undefined. `url` is the path with its query. */
export function checkHandshake(url: string, { key }: { key: string }): HandshakeError | undefined {
  const parsed = URL.parse(url, 'http://socket')
  const [, suppliedKey] = appPath.exec(parsed?.pathname ?? '') ?? []
  if (!parsed || suppliedKey === undefined) return { code: 4005, message: 'Path not found' }
  if (!isEqualText(suppliedKey, key)) return { code: 4001, message: 'App does not exist' }
  const protocol = parsed.searchParams.get('protocol') ?? ''
  if (protocol === '') return { code: 4008, message: 'No protocol version supplied' }
  if (!/^\d{1,4}$/.test(protocol)) return { code: 4006, message: 'Invalid version string' }
  if (Number(protocol) !== 7) return { code: 4007, message: `Unsupported protocol version ${protocol}` }
  return undefined
}
