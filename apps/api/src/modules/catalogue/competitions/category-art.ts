import { z } from 'zod'

/** Patterns behind events and pages, see the browser's `art.tsx`. */
export const artPatterns = ['pitch', 'track', 'court', 'stage', 'ice', 'field'] as const
export type ArtPattern = (typeof artPatterns)[number]

/** Background and second colour, `#rrggbb`. */
export type Colours = [string, string]

/** `#b4112a #7a0b1c` as text. White lines are drawn on both, so they need a contrast of at least 3:1. */
export const colourPair = z
  .string()
  .regex(/^#[0-9a-f]{6}[ ,]+#[0-9a-f]{6}$/i, 'must be two colours such as "#b4112a #7a0b1c"')
  .transform((text): Colours => {
    const [background = '', second = ''] = text.toLowerCase().split(/[ ,]+/)
    return [background, second]
  })
  .refine((colours) => colours.every((colour) => contrastWithWhite(colour) >= 3), {
    error: 'must both be dark enough for white lines (a contrast of 3 to 1)',
  })

/** Contrast ratio of WCAG 2. */
function contrastWithWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}
