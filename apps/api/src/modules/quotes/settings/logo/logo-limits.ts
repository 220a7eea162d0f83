/** About 64 MB when decoded. Larger images are no logos and may be decompression bombs. */
export const maxPixels = 16_000_000

export type NormalizedLogo = { bytes: Uint8Array } | { problem: 'not_an_image' | 'too_large' | 'damaged' }
