import { sameText } from '../signatures.ts'

interface Refusal {
  code: number
  message: string
}

const appPath = /^\/app\/([^/]+)\/?$/

/** True for addresses that are ours to answer, rightly or with a reason. */
export const isSocketPath = (path: string): boolean => path === '/app' || path.startsWith('/app/')

/** Why a client may not connect (wire.md §2.3), or undefined. `url` is the path with its query. */
export function refusalOf(url: string, { key }: { key: string }): Refusal | undefined {
  const parsed = URL.parse(url, 'http://socket')
  const [, given] = appPath.exec(parsed?.pathname ?? '') ?? []
  if (!parsed || given === undefined) return { code: 4005, message: 'Path not found' }
  if (!sameText(given, key)) return { code: 4001, message: 'App does not exist' }
  const protocol = parsed.searchParams.get('protocol') ?? ''
  if (protocol === '') return { code: 4008, message: 'No protocol version supplied' }
  if (!/^\d{1,4}$/.test(protocol)) return { code: 4006, message: 'Invalid version string' }
  if (Number(protocol) !== 7) return { code: 4007, message: `Unsupported protocol version ${protocol}` }
  return undefined
}
