import { hash32 } from './short-hash.ts'

/** Two colours as '#rrggbb'; white text has a contrast of at least 4.5:1 on both. */
export type TwoTone = { primary: string; secondary: string }

/** OKLCH lightness and chroma, dark enough for white text at every hue. */
const primaryTone = { lightness: 0.43, chroma: 0.125 }
const secondaryTone = { lightness: 0.29, chroma: 0.085 }

/** Hues in tenths of a degree. 65° to 140° are excluded: dark yellows look muddy. */
const firstHue = 1400
const hueSpan = 2850

/**
 * Colours for a team or artist without known ones, derived from a hash of the name. The same name always gets the
 * same colours.
 */
export function twoTone(name: string): TwoTone {
  const hash = hash32(name.trim().toLowerCase())
  const hue = (firstHue + (hash % hueSpan)) / 10
  const hueShift = (hash >>> 16) % 16
  const direction = hash >>> 31 === 0 ? 1 : -1
  return {
    primary: oklchToHex({ ...primaryTone, hue }),
    secondary: oklchToHex({ ...secondaryTone, hue: hue + direction * hueShift }),
  }
}

function oklchToHex({ lightness, chroma, hue }: { lightness: number; chroma: number; hue: number }): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  // OKLab to linear sRGB with the matrices of CSS Color 4.
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
  return `#${channels.map(channelToHex).join('')}`
}

function channelToHex(linear: number): string {
  const inGamut = Math.min(1, Math.max(0, linear))
  const encoded = inGamut <= 0.0031308 ? 12.92 * inGamut : 1.055 * inGamut ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0')
}
