import { expect, test } from 'vitest'
import { brandTokens, contrast, minReadableContrast } from './brand-colours.ts'

/** An evenly spaced sample of the RGB cube, from black to white. */
const colours = [0, 51, 102, 153, 204, 255].flatMap((red) =>
  [0, 51, 102, 153, 204, 255].flatMap((green) =>
    [0, 51, 102, 153, 204, 255].map(
      (blue) => `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`,
    ),
  ),
)

/** A token's values for the light and the dark theme. */
function themes(token: string | undefined): [string, string] {
  const [light = '', dark = ''] = /^light-dark\((.+), (.+)\)$/.exec(token ?? '')?.slice(1) ?? []
  return [light, dark]
}

test('any brand colour is readable in both themes, on page backgrounds and under its text', () => {
  const unreadable = colours.flatMap((colour) => {
    const tokens = brandTokens(colour)
    const [light, dark] = themes(tokens['--accent'])
    const [onLight, onDark] = themes(tokens['--on-accent'])
    const pairs: [string, string][] = [
      ...['#ffffff', '#f5f6f3', '#eef1ec'].map((background): [string, string] => [light, background]),
      ...['#111b18', '#0a1210', '#0d1613', '#16231f'].map((background): [string, string] => [
        dark,
        background,
      ]),
      [onLight, light],
      [onDark, dark],
      ...themes(tokens['--accent-hover']).map((hover, index): [string, string] => [
        hover,
        [onLight, onDark][index] ?? '',
      ]),
      [tokens['--on-brand'] ?? '', colour],
    ]
    return pairs
      .filter(([text, background]) => contrast(text, background) < minReadableContrast)
      .map((pair) => [colour, ...pair])
  })
  expect(unreadable).toEqual([])
})

test('a readable colour is not changed', () => {
  expect(brandTokens('#7a1f5c')).toMatchObject({ '--brand': '#7a1f5c', '--on-brand': '#ffffff' })
  expect(themes(brandTokens('#7a1f5c')['--accent'])[0]).toBe('#7a1f5c')
  expect(themes(brandTokens('#ffd400')['--accent'])[1]).toBe('#ffd400')
})
