import { mostLogoBytes } from '@terrace/contracts/quote-settings'

/** What a logo may be; the server looks into the file itself. */
export const logoTypes = ['image/png', 'image/jpeg', 'image/webp']

/** Why a file cannot be a logo, or null. */
export function logoProblem({ type, size }: File): string | null {
  if (!logoTypes.includes(type)) return 'A logo must be a PNG, JPEG or WebP picture'
  if (size === 0) return 'This file is empty'
  return size > mostLogoBytes ? 'A logo must be at most 2 MB' : null
}

/** The file as base64, without what a data address says before it. Throws where it cannot be read. */
export function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const { result } = reader
      resolve(typeof result === 'string' ? result.slice(result.indexOf(',') + 1) : '')
    })
    reader.addEventListener('error', () =>
      reject(new Error('The file could not be read', { cause: reader.error })),
    )
    reader.readAsDataURL(file)
  })
}
