/** Minimum contrast of text (WCAG 2.2 AA). */
export const minReadableContrast = 4.5

/** Per theme, the background of styles/tokens.css that is closest to the text colour. */
const backgrounds = { light: '#eef1ec', dark: '#16231f' }
/** Text on the accent colour in the dark theme. */
const nearBlack = '#0a1210'

type Rgb = readonly [number, number, number]

/**
 * Design tokens for a brand's colour in both themes, darkened or lightened just enough to be readable. `--brand` is
 * the exact colour, for areas without text.
 */
export function brandTokens(colour: string): Record<`--${string}`, string> {
  const light = blendUntilReadable(colour, '#000000', backgrounds.light)
  const dark = blendUntilReadable(colour, '#ffffff', backgrounds.dark)
  return {
    '--brand': colour,
    '--on-brand': contrast(colour, '#ffffff') >= contrast(colour, '#000000') ? '#ffffff' : '#000000',
    '--accent': `light-dark(${light}, ${dark})`,
    '--accent-hover': `light-dark(${mix(light, '#000000', 0.15)}, ${mix(dark, '#ffffff', 0.15)})`,
    '--accent-soft': `light-dark(${mix(light, '#ffffff', 0.9)}, ${mix(dark, '#111b18', 0.82)})`,
    '--on-accent': `light-dark(#ffffff, ${nearBlack})`,
  }
}

/** WCAG contrast ratio, from 1 to 21. */
export function contrast(left: string, right: string): number {
  const [low = 0, high = 0] = [luminance(left), luminance(right)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Returns the colour, blended with `target` just enough to be readable on the background. */
function blendUntilReadable(colour: string, target: string, background: string): string {
  for (let ratio = 0; ratio < 1; ratio += 0.02) {
    const mixed = mix(colour, target, ratio)
    if (contrast(mixed, background) >= minReadableContrast) return mixed
  }
  return target
}

function mix(from: string, to: string, ratio: number): string {
  const [left, right] = [rgbOf(from), rgbOf(to)]
  return `#${left
    .map((value, index) => Math.round(value + ((right[index] ?? 0) - value) * ratio))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`
}

function luminance(colour: string): number {
  const [red, green, blue] = rgbOf(colour).map((value) => {
    const part = value / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

function rgbOf(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
