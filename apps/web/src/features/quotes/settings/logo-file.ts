import { maxLogoBytes } from '@terrace/contracts/quote-settings'

/** Accepted image types. The server checks the file's content as well. */
export const logoTypes = ['image/png', 'image/jpeg', 'image/webp']

/** Why a file cannot be used as a logo, or `null`. */
export function logoProblem({ type, size }: File): string | null {
  if (!logoTypes.includes(type)) return 'The logo must be a PNG, JPEG or WebP image'
  if (size === 0) return 'This file is empty'
  return size > maxLogoBytes ? 'The logo must be 2 MB or smaller' : null
}

/**
 * The file as base64, without the data URL prefix.
 * @throws when the file cannot be read.
 */
export function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const { result } = reader
      resolve(typeof result === 'string' ? result.slice(result.indexOf(',') + 1) : '')
    })
    reader.addEventListener('error', () =>
      reject(new Error('Couldn’t read the file', { cause: reader.error })),
    )
    reader.readAsDataURL(file)
  })
}
