import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const encodings = ['br', 'gzip'] as const
type Encoding = (typeof encodings)[number]

/** Smaller responses do not gain from compression. */
const minBytes = 1024

const brotli = promisify(brotliCompress)
const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  // Quality 11 takes a hundred times as long and saves only a tenth.
  br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip),
}

/**
 * Compresses the responses of raw routes, which send the same bytes to many callers. The compressed bytes are cached
 * for the lifetime of the originals.
 */
export function createCompressor() {
  const compressedByBuffer = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>()

  function compressed(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
    const compressions = compressedByBuffer.get(bytes) ?? new Map<Encoding, Promise<Buffer>>()
    compressedByBuffer.set(bytes, compressions)
    const cached = compressions.get(encoding)
    if (cached) return cached
    const compression = compressors[encoding](bytes)
    compressions.set(encoding, compression)
    return compression
  }

  return function compressResponse(
    response: unknown,
    { headers }: FastifyRequest,
    reply: FastifyReply,
  ): unknown {
    const accepted = headers['accept-encoding']
    if (accepted === undefined || !Buffer.isBuffer(response) || response.length < minBytes) return response
    const encoding = encodings.find((name) => accepts(accepted, name))
    if (encoding === undefined) return response
    const others = reply.getHeader('vary')
    void reply.headers({
      'content-encoding': encoding,
      vary: others === undefined ? 'accept-encoding' : `${String(others)}, accept-encoding`,
    })
    return compressed(response, encoding)
  }
}

/** An encoding that is listed without `q=0` is accepted (RFC 9110 §12.5.3). */
function accepts(header: string, encoding: Encoding): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...weights] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === encoding && !weights.some((weight) => /^q=0(\.0*)?$/.test(weight))
  })
}
