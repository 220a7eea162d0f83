import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Smaller files do not gain from compression. */
const minBytes = 200

// Quality 11 is far too slow per request, but makes pages a tenth smaller.
const brotli = promisify(brotliCompress)
const compressors: Record<string, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gz: (bytes) => promisify(gzip)(bytes, { level: 9 }),
}

/** Writes each text file a second and a third time, with brotli and gzip, for the server to send as they are. */
export function compressPlugin(): Plugin {
  return {
    name: 'terrace:compress',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file))
      await Promise.all(
        files.map(async (file) => {
          const bytes = await readFile(join(dir, file))
          if (bytes.length < minBytes) return
          await Promise.all(
            Object.entries(compressors).map(async ([ending, compress]) =>
              writeFile(join(dir, `${file}.${ending}`), await compress(bytes)),
            ),
          )
        }),
      )
    },
  }
}
