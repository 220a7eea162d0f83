/** Readable text has this contrast with what it stands on (WCAG 2.2 AA). */
export const readable = 4.5

/** What the colours of a brand stand on, by theme: of the grounds in styles/tokens.css the one nearest to text. */
const grounds = { light: '#eef1ec', dark: '#16231f' }
/** Of the dark theme: what stands on its accent. */
const nearBlack = '#0a1210'

type Rgb = readonly [number, number, number]

/**
 * A brand's colour as the tokens of the house, for both themes: as it is where it can be read there, else darker or lighter
 * by as little as makes it so. `--brand` is the very colour, for what carries no text of another colour.
 */
export function brandTokens(colour: string): Record<`--${string}`, string> {
  const light = towards(colour, '#000000', grounds.light)
  const dark = towards(colour, '#ffffff', grounds.dark)
  return {
    '--brand': colour,
    '--on-brand': contrast(colour, '#ffffff') >= contrast(colour, '#000000') ? '#ffffff' : '#000000',
    '--accent': `light-dark(${light}, ${dark})`,
    '--accent-hover': `light-dark(${mix(light, '#000000', 0.15)}, ${mix(dark, '#ffffff', 0.15)})`,
    '--accent-soft': `light-dark(${mix(light, '#ffffff', 0.9)}, ${mix(dark, '#111b18', 0.82)})`,
    '--on-accent': `light-dark(#ffffff, ${nearBlack})`,
  }
}

/** From 1 to 21, as WCAG reckons it. */
export function contrast(left: string, right: string): number {
  const [low = 0, high = 0] = [luminance(left), luminance(right)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** The colour itself, or as much of `goal` in it as makes it readable on the ground. */
function towards(colour: string, goal: string, ground: string): string {
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = mix(colour, goal, share)
    if (contrast(mixed, ground) >= readable) return mixed
  }
  return goal
}

function mix(from: string, to: string, share: number): string {
  const [left, right] = [rgbOf(from), rgbOf(to)]
  return `#${left
    .map((value, index) => Math.round(value + ((right[index] ?? 0) - value) * share))
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
